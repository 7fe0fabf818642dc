// The documentation site; .ci/docs-site.js prepares its pages. See docs/decisions/0078-docs-site.md.
import { readFileSync } from "node:fs";

import { defineConfig } from "vitepress";

import { anchorOf } from "../../.ci/site/anchor.js";
import { referenceSidebar } from "../../.ci/site/reference.js";
import { sidebar } from "../../.ci/site/structure.js";

/** Path of the site of main on its host; undefined for a site that is only looked at. */
const { DOCS_BASE: root, DOCS_VERSION: tag = "" } = process.env;

const { description, version } = JSON.parse(readFileSync("package.json", "utf8"));

export default defineConfig({
  title: "ledger-in-a-box",
  description,
  lang: "en",
  base: root === undefined ? "/" : `${root}${tag === "" ? "" : `${tag}/`}`,
  srcDir: "../.build/site-pages",
  outDir: "../.build/site",
  cacheDir: "../.build/site-cache",
  cleanUrls: false,
  markdown: {
    anchor: { slugify: anchorOf },
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    config: (md) => {
      // Wide tables scroll, also with the keyboard.
      md.renderer.rules.table_open = () => '<table tabindex="0">\n';
    },
  },
  themeConfig: {
    search: {
      provider: "local",
      // The label of the button is what it shows.
      options: { translations: { button: { buttonText: "Search", buttonAriaLabel: "Search" } } },
    },
    outline: [2, 3],
    externalLinkIcon: true,
    nav: [
      { text: "Quick start", link: "/guide/quick-start" },
      { text: "API", link: "/api/" },
      { text: "Errors", link: "/errors" },
      // A static file of the site, not one of its pages.
      { text: "Live ledger", link: "/live/index.html", target: "_self" },
      { component: "VersionMenu", props: { text: `Version ${version}`, root } },
    ],
    sidebar: { "/": sidebar, "/api/": referenceSidebar },
  },
});
