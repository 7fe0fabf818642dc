#!/usr/bin/env bash
# Publishes .build/site on the branch gh-pages: at its root, or in the folder of the release tag DOCS_VERSION. The other
# folders stay. versions.json lists the releases for the menu of every version.
set -euo pipefail
cd "$(dirname "$0")/.."
export GIT_AUTHOR_NAME=docs GIT_AUTHOR_EMAIL=docs@localhost GIT_COMMITTER_NAME=docs GIT_COMMITTER_EMAIL=docs@localhost
site=$PWD/.build/site
pages=$(mktemp -d)
if git ls-remote --exit-code origin refs/heads/gh-pages; then
  git fetch --depth 1 origin gh-pages
  git worktree add --detach "$pages" FETCH_HEAD
else
  git worktree add --detach "$pages" "$(git commit-tree -m "Begin the site" "$(git mktree </dev/null)")"
fi
cd "$pages"
if [ -n "${DOCS_VERSION:-}" ]; then
  git rm -rq --ignore-unmatch -- "$DOCS_VERSION"
else
  git rm -rq --ignore-unmatch -- . ':!v[0-9]*'
fi
mkdir -p "./${DOCS_VERSION:-}"
cp -r "$site/." "./${DOCS_VERSION:-}"
touch .nojekyll
node -p 'JSON.stringify(fs.readdirSync(".").filter((name) => /^v\d/.test(name)).sort((a, b) => b.localeCompare(a, "en", { numeric: true })))' > versions.json
git add -A
git commit -qm "Publish the documentation of ${DOCS_VERSION:-main}"
git push origin HEAD:refs/heads/gh-pages
