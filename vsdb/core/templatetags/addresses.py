"""`{% url %}` as every template has it, with each address worked out once: a page names a hundred."""

from __future__ import annotations

from django import template
from django.template import Context
from django.template.base import Parser, Token
from django.template.defaulttags import URLNode
from django.template.defaulttags import url as parse_url
from django.urls import NoReverseMatch
from django.utils.html import conditional_escape

from vsdb.core.addresses import get_address

register = template.Library()


class AddressNode(URLNode):
    """The address of a page whose words are texts; Django works out any other."""

    def render(self, context: Context) -> str:
        """Give the address, or keep it in the context."""
        args = tuple(arg.resolve(context) for arg in self.args)
        if self.kwargs or not all(isinstance(arg, str) and arg for arg in args):
            return str(super().render(context))
        try:
            found = get_address(self.view_name.resolve(context), *args)
        except NoReverseMatch:
            if not self.asvar:
                raise
            found = ""  # a page may ask whether there is such an address, as those of the admin do
        if self.asvar:
            context[self.asvar] = found
            return ""
        return conditional_escape(found) if context.autoescape else found


@register.tag
def url(parser: Parser, token: Token) -> AddressNode:
    """Read `{% url name words… %}` as Django does. Raises TemplateSyntaxError."""
    node = parse_url(parser, token)
    return AddressNode(node.view_name, node.args, node.kwargs, node.asvar)
