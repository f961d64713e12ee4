"""`library`: what is saved on this machine: listed, saved, looked after, pruned and deleted."""

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
NOTHING_DONE = "Nothing was changed: --yes does it."


def add(parser: argparse.ArgumentParser) -> None:
    """The commands of `library`, each with its options."""
    parser.description = (
        f"{__doc__} The folder is that of BREAKEVEN_HOME, the database that of "
        "BREAKEVEN_DATABASE_URL, by default a file in the folder."
    )
    parser.add_argument("--home", metavar="FOLDER", help="instead of BREAKEVEN_HOME")
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
    lines = [f"Looked at {', '.join(parts)} ({size_of(state.bytes)})."]
    if state.stray:
        left = count_of(state.stray, "file")
        lines.append(f"{left} of interrupted saving is left, which does no harm; prune removes it.")
    lines += [f"- {in_markdown(trouble)}" for trouble in state.troubles] or ["Everything is whole."]
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
        f"{size_of(pruned.bytes)} became free." if args.yes else NOTHING_DONE,
    ]
    _print(args, asdict(pruned) | {"done": args.yes}, "\n".join(lines))
    return 0


def _delete(library: SavedReviews, args: argparse.Namespace) -> int:
    going = library.delete(args.review) if args.yes else library.going(args.review)
    last = "It is deleted." if args.yes else NOTHING_DONE
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
    parser.add_argument("--title", default="", help="by default what the files are called")


def _of_export(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("review", metavar="REVIEW", help="a title, an id, or a fingerprint")
    parser.add_argument("--out", metavar="FILE", required=True, help="where to: crops.breakeven")


def _of_import(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a .breakeven file")


def _of_verify(_: argparse.ArgumentParser) -> None:
    """It has no options."""


def _of_prune(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--yes", action="store_true", help="do it; else it is only counted")
    parser.add_argument(
        "--archived-days",
        type=_days,
        metavar="N",
        help="also reviews that were archived so many days ago, and that nobody signed",
    )


def _of_delete(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("review", metavar="REVIEW", help="a title, an id, or a fingerprint")
    parser.add_argument("--yes", action="store_true", help="do it; else it is only said what goes")


def _of_members(parser: argparse.ArgumentParser) -> None:
    who = parser.add_mutually_exclusive_group()
    known = ("ISSUER", "SUBJECT")
    who.add_argument("--set", nargs=2, metavar=known, help="a member, new or with another role")
    who.add_argument("--remove", nargs=2, metavar=known, help="who is to be a stranger")
    parser.add_argument("--role", choices=ROLES, default="viewer", help="for --set (viewer)")
    parser.add_argument("--name", default="", help="for --set: what they are called on screen")


def _days(text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise argparse.ArgumentTypeError("days are a whole number from 0 on")
    return int(text)


LibraryOptions = Callable[[argparse.ArgumentParser], None]
Do = Callable[[SavedReviews, argparse.Namespace], int]
DOES: Mapping[str, tuple[str, LibraryOptions, Do]] = {
    "list": ("what is saved", _of_list, _list),
    "save": ("read files, and save them with how they are read", _of_save, _save),
    "export": (
        "a review with all versions and what was said of it, as one file",
        _of_export,
        _export,
    ),
    "import": ("the review of such a file, with what was said of it", _of_import, _import),
    "verify": ("whether all that is saved is whole", _of_verify, _verify),
    "prune": ("what nobody needs: counted, and with --yes removed", _of_prune, _prune),
    "delete": ("a review with all it has: what goes, and with --yes deleted", _of_delete, _delete),
    "members": ("who may log in to the app, with their roles", _of_members, _members),
}
