"""`library`: saved reviews: list, save, export, import, verify, prune, delete, members."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any

from breakeven.api.library import SavedReviews, open_library, require_library
from breakeven.commands.file_options import add_files, add_reading, read_from, usage_error
from breakeven.commands.options import print_json
from breakeven.data.wording import count_of
from breakeven.results.table_formats import in_markdown, markdown_table
from breakeven.store.actors import ROLES
from breakeven.store.errors import LibraryError
from breakeven.store.storage_limits import size_of

FORMATS = ("json", "markdown")
NOTHING_DONE = "Nothing was changed. Add --yes to do it."


def add(parser: argparse.ArgumentParser) -> None:
    """The commands of `library`, each with its options."""
    parser.description = (
        f"{__doc__} BREAKEVEN_HOME sets the folder, and BREAKEVEN_DATABASE_URL the database "
        "(default: a file in that folder)."
    )
    parser.add_argument("--home", metavar="FOLDER", help="the folder, instead of BREAKEVEN_HOME")
    doing = parser.add_subparsers(required=True, metavar="WHAT")
    for name, (what, options, do) in DOES.items():
        own = doing.add_parser(name, help=what, description=what)
        own.set_defaults(do=do)
        own.add_argument("--format", choices=FORMATS, default="markdown")
        options(own)


def run(args: argparse.Namespace) -> int:
    """Do it, and print what was done; exit status 0, 1 where `verify` finds something wrong.

    2 where the library cannot be used, or does not have what is asked for.
    """
    try:
        if args.do is _verify:
            # where there is none, one would be made, and found to be whole
            require_library(args.home)
        library = open_library(args.home)
        status: int = args.do(library, args)
    except LibraryError as error:
        print(error, file=sys.stderr)
        return 2
    return status


def _print(args: argparse.Namespace, record: Mapping[str, Any], text: str) -> None:
    if args.format == "json":
        print_json(record)
    else:
        print(text)


def _list(library: SavedReviews, args: argparse.Namespace) -> int:
    _print(args, library.to_dict(args.archived), library.to_markdown(args.archived))
    return 0


def _save(library: SavedReviews, args: argparse.Namespace) -> int:
    saved = library.keep(read_from(args), args.title)
    said = f"Saved as version {saved.n} of {in_markdown(library.find(saved.fingerprint).title)}."
    _print(args, asdict(saved), f"{said}\n\n?review={saved.fingerprint}")
    return 0


def _export(library: SavedReviews, args: argparse.Namespace) -> int:
    try:
        library.export(args.review, args.out)
    except OSError as error:
        raise usage_error(
            f"{args.out} cannot be written: {error.strerror}", "check --out"
        ) from None
    found = library.find(args.review)
    said = f"{args.out}: {in_markdown(found.title)}, {count_of(len(found.versions), 'version')}"
    _print(args, asdict(found), said)
    return 0


def _import(library: SavedReviews, args: argparse.Namespace) -> int:
    found = library.take_in(args.file)
    said = f"{in_markdown(found.title)}: {count_of(len(found.versions), 'version')}."
    _print(args, asdict(found), f"{said}\n\n?review={found.versions[-1].fingerprint}")
    return 0


def _verify(library: SavedReviews, args: argparse.Namespace) -> int:
    state = library.verify()
    parts = (
        count_of(state.reviews, "review"),
        count_of(state.events, "event"),
        count_of(state.files, "file"),
    )
    lines = [f"Checked {', '.join(parts)} ({size_of(state.bytes)})."]
    if state.stray:
        left = count_of(state.stray, "file")
        lines.append(
            f"{left} left by interrupted saving, which does no harm. To remove it, use prune."
        )
    lines += [f"- {in_markdown(trouble)}" for trouble in state.troubles] or ["Nothing is damaged."]
    _print(args, asdict(state), "\n".join(lines))
    return 1 if state.troubles else 0


def _prune(library: SavedReviews, args: argparse.Namespace) -> int:
    pruned = library.prune(args.archived_days, carry_out=args.yes)
    lines = [
        f"- {count_of(pruned.stray, 'file')} of interrupted saving ({size_of(pruned.stray_bytes)})",
        f"- {count_of(pruned.shares, 'share link')} that expired",
        *(f"- {in_markdown(going.title)}, archived: {going}" for going in pruned.reviews),
        *(f"- {in_markdown(title)} stays: somebody signed it" for title in pruned.signed),
        "",
        f"{size_of(pruned.bytes)} freed." if args.yes else NOTHING_DONE,
    ]
    _print(args, asdict(pruned) | {"done": args.yes}, "\n".join(lines))
    return 0


def _delete(library: SavedReviews, args: argparse.Namespace) -> int:
    going = library.delete(args.review) if args.yes else library.going(args.review)
    last = "It was deleted." if args.yes else NOTHING_DONE
    record = asdict(going) | {"done": args.yes}
    _print(args, record, f"{in_markdown(going.title)}: {going}.\n\n{last}")
    return 0


def _members(library: SavedReviews, args: argparse.Namespace) -> int:
    if args.set is not None:
        issuer, subject = args.set
        library.set_member(issuer, subject, args.role, args.name)
    elif args.remove is not None:
        library.remove_member(*args.remove)
    members = library.members()
    rows = [
        [in_markdown(cell) for cell in (m.actor.name, m.role, m.actor.issuer, m.actor.subject)]
        for m in members
    ]
    table = markdown_table(("name", "role", "issuer", "subject"), rows)
    _print(
        args, {"members": [asdict(member) for member in members]}, table if rows else "No members."
    )
    return 0


def _of_list(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--archived", action="store_true", help="archived ones too")


def _of_save(parser: argparse.ArgumentParser) -> None:
    add_files(parser)
    add_reading(parser)
    parser.add_argument("--title", default="", help="the title (default: the name of the files)")


def _of_export(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("review", metavar="REVIEW", help="a title, an id, or a fingerprint")
    parser.add_argument(
        "--out", metavar="FILE", required=True, help="the file to write, such as crops.breakeven"
    )


def _of_import(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a .breakeven file")


def _of_verify(_: argparse.ArgumentParser) -> None:
    """It has no options."""


def _of_prune(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--yes", action="store_true", help="remove it; without this, nothing is removed"
    )
    parser.add_argument(
        "--archived-days",
        type=_days,
        metavar="N",
        help="also remove unsigned reviews that were archived this many days ago",
    )


def _of_delete(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("review", metavar="REVIEW", help="a title, an id, or a fingerprint")
    parser.add_argument(
        "--yes", action="store_true", help="delete it; without this, nothing is deleted"
    )


def _of_members(parser: argparse.ArgumentParser) -> None:
    who = parser.add_mutually_exclusive_group()
    known = ("ISSUER", "SUBJECT")
    who.add_argument("--set", nargs=2, metavar=known, help="add a member, or change a role")
    who.add_argument("--remove", nargs=2, metavar=known, help="remove a member")
    parser.add_argument(
        "--role", choices=ROLES, default="viewer", help="the role for --set (viewer)"
    )
    parser.add_argument("--name", default="", help="the name on screen, for --set")


def _days(text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise argparse.ArgumentTypeError("days are a whole number from 0 on")
    return int(text)


LibraryOptions = Callable[[argparse.ArgumentParser], None]
Do = Callable[[SavedReviews, argparse.Namespace], int]
DOES: Mapping[str, tuple[str, LibraryOptions, Do]] = {
    "list": ("list saved reviews", _of_list, _list),
    "save": ("read files and save them as a review", _of_save, _save),
    "export": (
        "write a review with all versions, notes and marks to one file",
        _of_export,
        _export,
    ),
    "import": ("read such a file into the library", _of_import, _import),
    "verify": ("check that nothing saved is damaged", _of_verify, _verify),
    "prune": ("count what nobody needs, and remove it with --yes", _of_prune, _prune),
    "delete": (
        "show what deleting a review removes, and delete it with --yes",
        _of_delete,
        _delete,
    ),
    "members": ("list, add and remove members and their roles", _of_members, _members),
}
