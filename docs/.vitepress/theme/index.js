import "./style.css";

import MenuGroup from "vitepress/dist/client/theme-default/components/VPNavBarMenuGroup.vue";
import ScreenMenuGroup from "vitepress/dist/client/theme-default/components/VPNavScreenMenuGroup.vue";
import theme from "vitepress/theme-without-fonts";
import { h, onMounted, ref } from "vue";

/** Menu of the changelog and the other versions, which `versions.json` at the root of the site lists. */
const VersionMenu = {
  props: ["text", "root", "screenMenu"],
  setup({ text, root, screenMenu }) {
    const items = ref([{ text: "Changelog", link: "/changelog" }]);
    onMounted(async () => {
      if (root === undefined) return;
      const { href } = new URL(root, globalThis.location.href);
      const tags = await (await fetch(`${href}versions.json`)).json();
      items.value = [
        ...items.value,
        { text: "Newest commit", link: href, target: "_self" },
        ...tags.map((tag) => ({ text: tag, link: `${href}${tag}/`, target: "_self" })),
      ];
    });
    return () =>
      screenMenu === undefined
        ? h(MenuGroup, { item: { text, items: items.value } })
        : h(ScreenMenuGroup, { text, items: items.value });
  },
};

/** The default theme with the menu of versions; the page for unknown paths has a landmark. */
export default {
  extends: theme,
  enhanceApp: ({ app }) => void app.component("VersionMenu", VersionMenu),
  Layout: () =>
    h(theme.Layout, null, {
      "not-found": () =>
        h("main", { class: "vp-doc", style: "padding: 4rem; text-align: center" }, [
          h("h1", "There is no such page"),
          h("p", h("a", { href: import.meta.env.BASE_URL }, "Overview")),
        ]),
    }),
};
