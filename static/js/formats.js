// A menu of formats has those of the game that is chosen in its form; those of every game where none is chosen.
for (const menu of document.querySelectorAll("select[data-of-game]")) {
  const everything = [...menu.children];
  const { game } = menu.form.elements;
  const isOffered = (each) =>
    each.matches("option") || !game.value || each.querySelector("option")?.value.startsWith(`${game.value}/`);
  const narrow = () => {
    const { value } = menu;
    menu.replaceChildren(...everything.filter(isOffered));
    menu.value = value;
    if (menu.selectedIndex < 0) menu.selectedIndex = 0;
  };
  menu.form.addEventListener("change", (event) => event.target.name === "game" && narrow());
  window.addEventListener("pageshow", narrow);
}
