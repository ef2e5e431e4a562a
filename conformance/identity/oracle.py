"""A second implementation of canonical texts, on Python's own JSON reader and decimals.

One hexadecimal text of arguments a line in; one line out: "json" or "raw", and the hexadecimal canonical text.
"""
import json
import sys
from decimal import Decimal

BLANKS = b" \t\n\r"
SHORT = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


class Number:
    def __init__(self, token):
        self.token = token


class Members:
    def __init__(self, pairs):
        self.pairs = pairs


def no_constant(name):
    raise ValueError(name)


def number(token):
    mantissa, _, exponent = token.lower().partition("e")
    if not mantissa.strip("-0."):
        return "0"
    if len(exponent.lstrip("+-").lstrip("0")) > 17:
        return token
    sign, digits, power = Decimal(token).as_tuple()
    digits = "".join(map(str, digits))
    short = digits.rstrip("0")
    power += len(digits) - len(short)
    point = power + len(short)
    if len(short) <= point <= 21:
        text = short + "0" * power
    elif 0 < point <= 21:
        text = short[:point] + "." + short[point:]
    elif -6 < point <= 0:
        text = "0." + "0" * -point + short
    else:
        text = short[0] + ("." + short[1:] if short[1:] else "") + "e%+d" % (point - 1)
    return "-" * sign + text


def character(c):
    if c in SHORT:
        return SHORT[c]
    if c < " " or "\ud800" <= c <= "\udfff":
        return "\\u%04x" % ord(c)
    return c


def string(text):
    return '"' + "".join(map(character, text)) + '"'


def canonical(value):
    if isinstance(value, Number):
        return number(value.token)
    if isinstance(value, str):
        return string(value)
    if isinstance(value, list):
        return "[" + ",".join(map(canonical, value)) + "]"
    if isinstance(value, Members):
        pairs = sorted(value.pairs, key=lambda pair: pair[0].encode("utf-16-be", "surrogatepass"))
        return "{" + ",".join(string(name) + ":" + canonical(value) for name, value in pairs) + "}"
    return {None: "null", True: "true", False: "false"}[value]


def answer(text):
    trimmed = text.strip(BLANKS)
    try:
        value = json.loads(
            trimmed.decode("utf-8"),
            object_pairs_hook=Members,
            parse_constant=no_constant,
            parse_float=Number,
            parse_int=Number,
        )
    except ValueError:
        return "raw", trimmed.decode("utf-8", "replace")
    return "json", canonical(value)


for line in sys.stdin:
    domain, text = answer(bytes.fromhex(line.strip()))
    print(domain, text.encode("utf-8").hex())
