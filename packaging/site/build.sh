#!/usr/bin/env bash
# The documentation as a site in target/site/html, from the pages that the repository has anyway. Needs mkdocs: pip install "mkdocs>=1.6,<2".
set -euo pipefail
cd "$(dirname "$0")/../.."
rm -rf target/site
mkdir -p target/site/pages
# In their folders, so that links between them stay right; what is generated or fetched is not tracked.
git ls-files '*.md' 'spec/*.json' 'conformance/vectors/*' '*.svg' | while read -r file; do
  mkdir -p "target/site/pages/$(dirname "$file")"
  cp "$file" "target/site/pages/$file"
done
cp packaging/site/site.css target/site/pages/
mkdocs build --strict --config-file packaging/site/mkdocs.yml
