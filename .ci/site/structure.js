// The documents that are pages of the documentation site, and the structure of its sidebar.
import { readdirSync, readFileSync } from "node:fs";

/** Paths of the pages on the site, without extension, by the documents that they are made from. */
export const sitePathByDocument = new Map([
  ["README.md", "index"],
  ...readdirSync("docs/guide").map((file) => [
    `docs/guide/${file}`,
    `guide/${file.replace(/\.md$/u, "")}`,
  ]),
  ["docs/errors.md", "errors"],
  ["docs/limits.md", "limits"],
  ["docs/glossary.md", "glossary"],
  ["docs/CONFORMANCE.md", "conformance"],
  ["examples/README.md", "examples"],
  ["CHANGELOG.md", "changelog"],
  ["CONTRIBUTING.md", "contributing"],
  ["SECURITY.md", "security"],
]);

const titles = new Map(
  [...sitePathByDocument].map(([file, page]) => [
    page,
    /^# (.+)$/mu.exec(readFileSync(file, "utf8"))?.[1]?.replaceAll("`", "") ?? page,
  ]),
);

const item = (page, text = titles.get(page)) => {
  const [path] = page.split("#");
  if (!titles.has(path)) throw new Error(`There is no page ${path}.`);
  return { text, link: `/${page}` };
};

const group = (text, ...pages) => ({
  text,
  items: pages.map((page) => (typeof page === "string" ? item(page) : page)),
});

const guide = (...names) => names.map((name) => `guide/${name}`);

export const sidebar = [
  group(
    "Start",
    item("index", "Overview"),
    ...guide("why", "quick-start", "troubleshooting", "faq"),
  ),
  group(
    "Testing",
    ...guide(
      "test-runners",
      "fixtures",
      "clock",
      "failures",
      "retries",
      "faults",
      "requests",
      "ci",
    ),
  ),
  group(
    "Contracts",
    ...guide("templates", "contract-keys", "dars", "types-from-your-dar", "daml-tests"),
    "guide/coin-history",
  ),
  group(
    "Serving",
    ...guide("mounting", "control-api", "explorer", "browsers", "mcp", "synchronizers"),
  ),
  group("Persistence", ...guide("dumps", "stores", "postgres")),
  group("Authentication", ...guide("tokens-and-users", "identity-providers", "external-parties")),
  group(
    "Migrating to a participant",
    ...guide(
      "moving-to-a-participant",
      "forking",
      "upgrades",
      "recording",
      "localnet",
      "token-registry",
    ),
  ),
  group(
    "Reference",
    { text: "API", link: "/api/" },
    item("guide/command-line"),
    item("guide/command-line#configuration-file", "Configuration file"),
    item("guide/served"),
    "limits",
    "errors",
    "glossary",
    "conformance",
    "examples",
  ),
  group("Project", "changelog", item("contributing", "Support and contributing"), "security"),
];

/** Pages that the sidebar links. */
export const listedPages = new Set(
  sidebar.flatMap(({ items }) => items.map(({ link }) => link.slice(1).split("#")[0])),
);
