"""Numbers and words as the bytes of deck codes, and back."""

from __future__ import annotations

from engine.model.errors import InputError

_MAX_NUMBER_LENGTH = 4  #: bytes, so up to 268,435,455


def pack_number(number: int) -> bytes:
    """A number, seven bits a byte, the lowest first; the high bit says that another byte follows."""
    found = bytearray()
    while number > 0x7F:
        found.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes((*found, number))


def pack_text(text: str) -> bytes:
    """A text: how many bytes it has in UTF-8, and these bytes."""
    raw = text.encode()
    return pack_number(len(raw)) + raw


def damaged_code_error(why: str) -> InputError:
    """The error for a code that can't be the one that was made."""
    return InputError(f"{why}; copy the whole code again, or paste the list instead", place="code", code="damaged-code")


class Unpacker:
    """What of a code's bytes is still to be read. Raises InputError where they end too early or make no sense."""

    def __init__(self, packed: bytes) -> None:
        self._packed = packed
        self._at = 0

    @property
    def is_at_end(self) -> bool:
        """Whether nothing is left."""
        return self._at == len(self._packed)

    def take(self, length: int) -> bytes:
        """The next so many bytes."""
        found = self._packed[self._at : self._at + length]
        if len(found) < length:
            raise damaged_code_error("the deck code ends too soon")
        self._at += length
        return found

    def byte(self) -> int:
        """The next byte."""
        return self.take(1)[0]

    def number(self) -> int:
        """The next number."""
        number = 0
        for place in range(_MAX_NUMBER_LENGTH):
            byte = self.byte()
            number |= (byte & 0x7F) << 7 * place
            if byte < 0x80:
                return number
        raise damaged_code_error("the deck code has a number that no deck can have")

    def text(self) -> str:
        """The next text."""
        try:
            return self.take(self.number()).decode()
        except UnicodeDecodeError as exc:
            raise damaged_code_error("the deck code has bytes that aren’t text") from exc
