import "./style.css";

import theme from "vitepress/theme-without-fonts";
import { h } from "vue";

/** The default theme; the page for unknown paths has a landmark. */
export default {
  extends: theme,
  Layout: () =>
    h(theme.Layout, null, {
      "not-found": () =>
        h("main", { class: "vp-doc", style: "padding: 4rem; text-align: center" }, [
          h("h1", "There is no such page"),
          h("p", h("a", { href: import.meta.env.BASE_URL }, "Overview")),
        ]),
    }),
};
