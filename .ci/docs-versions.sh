#!/usr/bin/env bash
# Builds the documentation site of this commit, and that of every release tag v* in a folder named after the tag.
# DOCS_URL is the URL of the site on its host.
set -euo pipefail
cd "$(dirname "$0")/.."
npm run docs
for tag in $(git tag --list 'v*'); do
  folder=$(mktemp -d)
  git worktree add --detach "$folder" "$tag"
  (cd "$folder" && npm ci --no-audit --no-fund && DOCS_VERSION="$tag" npm run docs)
  cp -r "$folder/.build/site" ".build/site/$tag"
  git worktree remove --force "$folder"
done
