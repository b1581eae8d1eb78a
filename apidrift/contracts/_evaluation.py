"""In which order Python evaluates the expressions of one body."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from apidrift.contracts._scan import place_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MAIN = "__main__"


class Evaluation:
    """The steps of one body, numbered as they happen. Functions defined inside are no part of it."""

    def __init__(self, body: Sequence[ast.AST]) -> None:
        self.calls: dict[tuple[int, int], int] = {}
        """When the call whose callee's name stands at a line and column is made."""
        self.reads: dict[tuple[int, int], int] = {}
        """When anything else at a line and column is evaluated."""
        self.main: set[int] = set()
        """Steps under `if __name__ == "__main__":`."""
        self._steps = 0
        self._run(body)

    def at(self, line: int, column: int, *, call: bool) -> int:
        """The step at a place; past all others where the place is not one of this body."""
        first, second = (self.calls, self.reads) if call else (self.reads, self.calls)
        return first.get((line, column), second.get((line, column), self._steps + 1))

    def _run(self, body: Sequence[ast.AST]) -> None:
        """Number the nodes, each after what it is made from; without recursion, for expressions may be deep."""
        stack: list[tuple[ast.AST, bool, bool]] = [(node, False, False) for node in reversed(body)]
        while stack:
            node, main, ready = stack.pop()
            if ready:
                self._note(node, main=main)
                continue
            inner = main or _asks_for_main(node)
            stack.append((node, main, True))
            stack += [(child, inner, False) for child in reversed(list(_children(node)))]

    def _note(self, node: ast.AST, *, main: bool) -> None:
        if isinstance(node, ast.expr):
            line, column, *_ = place_of(node)
        elif isinstance(node, ast.alias):
            line, column = node.lineno, node.col_offset
        else:
            return
        self._steps += 1
        (self.calls if isinstance(node, ast.Call) else self.reads).setdefault((line, column), self._steps)
        if main:
            self.main.add(self._steps)


def _asks_for_main(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.If)
        and isinstance(node.test, ast.Compare)
        and isinstance(node.test.left, ast.Name)
        and node.test.left.id == "__name__"
        and any(isinstance(other, ast.Constant) and other.value == MAIN for other in node.test.comparators)
    )


def _children(node: ast.AST) -> Iterator[ast.AST]:
    """What is evaluated as part of a node, first things first."""
    match node:
        case ast.FunctionDef(args=args) | ast.AsyncFunctionDef(args=args):
            yield from node.decorator_list
            yield from _defaults(args)
        case ast.Lambda(args=args):
            yield from _defaults(args)
        case ast.ClassDef():
            yield from (*node.decorator_list, *node.bases, *node.keywords, *node.body)
        case ast.Assign(targets=targets, value=value):
            yield from (value, *targets)
        case ast.AnnAssign(target=target, value=value) | ast.NamedExpr(target=target, value=value):
            yield from (part for part in (value, target) if part is not None)
        case ast.For(target=target, iter=source) | ast.AsyncFor(target=target, iter=source):
            yield from (source, target, *node.body, *node.orelse)
        case ast.comprehension(target=target, iter=source):
            yield from (source, target, *node.ifs)
        case _:  # a comprehension's element comes after what it is made from
            yield from getattr(node, "generators", ())
            yield from (child for child in ast.iter_child_nodes(node) if not isinstance(child, ast.comprehension))


def _defaults(args: ast.arguments) -> Iterator[ast.expr]:
    yield from args.defaults
    yield from (default for default in args.kw_defaults if default is not None)
