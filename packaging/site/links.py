"""What the pages link to in the repository: pages and data are in the site, anything else is named only; what is nowhere fails the build."""

import logging
import os
import pathlib
import re

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
LINK = re.compile(r"(?<!!)\[([^\]\n]+)\]\(([^)#\s]+)(#[^)\s]*)?\)")
log = logging.getLogger("mkdocs.hooks.links")


def on_page_markdown(markdown, page, config, files):
    def mended(match):
        words, target, anchor = match.groups()
        if "://" in target or target.startswith("mailto:"):
            return match[0]
        folder = (REPOSITORY / page.file.src_uri).parent
        place = (folder / target).resolve()
        if not place.exists():
            log.warning("%s links to %s, which is not in the repository", page.file.src_uri, target)
            return words
        for page_of in (place, place / "README.md"):
            if page_of.is_file() and files.get_file_from_path(page_of.relative_to(REPOSITORY).as_posix()):
                within = pathlib.PurePath(os.path.relpath(page_of, folder)).as_posix()
                return f"[{words}]({within}{anchor or ''})"
        return f"{words} (`{place.relative_to(REPOSITORY).as_posix()}`)"

    # What stands behind a language is for rustdoc.
    markdown = re.sub(r"^```(\w+),\S+$", r"```\1", markdown, flags=re.M)
    # A fenced block is code: what looks like a link in it is none.
    parts = re.split(r"(^```.*?^```$)", markdown, flags=re.M | re.S)
    return "".join(part if part.startswith("```") else LINK.sub(mended, part) for part in parts)

