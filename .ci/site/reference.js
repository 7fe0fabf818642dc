// The pages of the API reference, which `npm run reference` writes to .build/reference.
import { readFileSync } from "node:fs";
import { join } from "node:path";

const folder = ".build/reference";
const { name, exports } = JSON.parse(readFileSync("package.json", "utf8"));

/** Each entry of the package, with its document and its page. */
const entries = Object.entries(exports)
  .filter(([, { types }]) => types !== undefined)
  .map(([entry, { types }]) => ({
    title: join(name, entry),
    file: types.replace("./dist", folder).replace(/(?:\/index)?\.d\.ts$/u, ".md"),
    page: `api/${entry === "." ? name : entry.slice(2)}`,
  }));

/** Paths of pages on the site, by the documents that they are made from. */
export const referencePages = new Map(entries.map(({ file, page }) => [file, page]));

const list = entries.map(({ title, page }) => `- [\`${title}\`](/${page})`).join("\n");

/** The first page of the reference. */
export const referenceIndex = `# API

The entries of the package:

${list}
`;

/** Returns a page of the reference with the name of its entry as the title. */
export const readReferencePage = (file) => {
  const { title } = entries.find((entry) => entry.file === file);
  return readFileSync(file, "utf8").replace(/^# .*$/mu, `# ${title}`);
};

export const referenceSidebar = [
  {
    text: "API",
    items: [
      { text: "Entries", link: "/api/" },
      ...entries.map(({ title, page }) => ({ text: title, link: `/${page}` })),
    ],
  },
  { text: "Documentation", items: [{ text: "Overview", link: "/" }] },
];
