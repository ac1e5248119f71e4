"""CPython's tree as the text that testing/dump.ts gives for ours."""

import ast
import json

OPERATORS = {
    "Add": "+", "Sub": "-", "Mult": "*", "Div": "/", "FloorDiv": "//", "Mod": "%", "Pow": "**", "LShift": "<<", "RShift": ">>",
    "BitAnd": "&", "BitOr": "|", "BitXor": "^", "MatMult": "@", "Not": "not", "USub": "-", "UAdd": "+", "Invert": "~", "And": "and",
    "Or": "or", "Eq": "==", "NotEq": "!=", "Lt": "<", "LtE": "<=", "Gt": ">", "GtE": ">=", "In": "in", "NotIn": "not in", "Is": "is",
    "IsNot": "is not",
}


def dump(text):
    """The tree of a source, or None when CPython does not accept it."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return None
    lines = text.split("\n")
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line.encode("utf-16-le")) // 2 + 1)

    def place(node):
        before = lines[node.lineno - 1].encode()[: node.col_offset].decode()
        return "@%d" % (starts[node.lineno - 1] + len(before.encode("utf-16-le")) // 2)

    def field(name, value):
        if isinstance(value, list):
            return "[" + ",".join(field(name, item) for item in value) + "]"
        if isinstance(value, (ast.operator, ast.unaryop, ast.boolop, ast.cmpop)):
            return OPERATORS[type(value).__name__]
        if isinstance(value, ast.AST):
            return show(value)
        return "-" if value is None else str(value)

    def texts(node):
        """An f-string's parts, adjoining texts merged."""
        parts = []
        for value in node.values:
            if isinstance(value, ast.Constant):
                parts.append(json.dumps(value.value))
                continue
            spec = "-" if value.format_spec is None else texts(value.format_spec)
            parts.append("{%s!%s:%s}" % (show(value.value), "" if value.conversion < 0 else chr(value.conversion), spec))
        return "[" + ",".join(parts) + "]"

    def arguments(node):
        positional = [("positionalOnly", a) for a in node.posonlyargs] + [("normal", a) for a in node.args]
        defaults = [None] * (len(positional) - len(node.defaults)) + node.defaults
        found = [(kind, arg, default) for (kind, arg), default in zip(positional, defaults)]
        if node.vararg:
            found.append(("varArgs", node.vararg, None))
        found += [("keywordOnly", arg, default) for arg, default in zip(node.kwonlyargs, node.kw_defaults)]
        if node.kwarg:
            found.append(("varKeywords", node.kwarg, None))
        return "[" + ",".join("%s %s:%s=%s" % (kind, arg.arg, field("", arg.annotation), field("", default)) for kind, arg, default in found) + "]"

    def constant(node):
        value = node.value
        if value is None or value is Ellipsis or isinstance(value, bool):
            return {None: "None", Ellipsis: "..."}.get(value, str(value))
        if isinstance(value, bytes):
            return "bytes"
        if isinstance(value, str):
            return json.dumps(value)
        if isinstance(value, int):
            return str(value) if value < 2**53 else "big"
        return type(value).__name__

    def show(node):
        kind = type(node).__name__
        if kind == "Constant":
            return constant(node) + place(node)
        if kind in ("JoinedStr", "TemplateStr"):
            return "f" + texts(node) + place(node)
        if kind == "arguments":
            return arguments(node)
        if kind == "MatchSingleton":
            return "MatchValue(%s)" % node.value
        skipped = ("ctx", "type_comment", "type_params", "kind", "simple", "type_ignores", "str")
        inner = ",".join(field(name, value) for name, value in ast.iter_fields(node) if name not in skipped)
        at = place(node) if kind in ("Name", "BoolOp", "UnaryOp", "Lambda", "Dict", "List", "Set") else ""
        return "%s(%s)%s" % (kind.replace("TryStar", "Try"), inner, at)

    return show(tree)
