import type { Locator, Page } from "playwright-core";

/** Maximum number of key presses before the test gives up. */
const maxTabs = 400;

/** A way to operate a page, by mouse or keyboard. */
export interface InputDevice {
  readonly name: string;
  /** Presses a button or follows a link. */
  press(target: Locator): Promise<void>;
  /** Replaces the text of a field. */
  write(target: Locator, text: string): Promise<void>;
  /** Types the text and selects the first suggestion. */
  pick(target: Locator, text: string): Promise<void>;
  /** Chooses the option that begins with the label. */
  choose(target: Locator, label: string): Promise<void>;
  /** Opens a row of a list. */
  open(row: Locator): Promise<void>;
  /** Moves the time slider back by some offsets. */
  goBack(slider: Locator, offsets: number): Promise<void>;
}

/** Operates the page by mouse, and uses the keyboard only to type text. */
export const pointer = (page: Page): InputDevice => ({
  name: "pointer",
  press: (target) => target.click(),
  async write(target, text) {
    await target.fill("");
    await target.click();
    await page.keyboard.type(text);
  },
  async pick(target, text) {
    await target.click();
    await page.keyboard.type(text);
    await page.locator(".offered:not([hidden]) [role=option]").first().click();
  },
  async choose(target, label) {
    const options = target.locator("option");
    await options.filter({ hasText: label }).first().waitFor({ state: "attached" });
    const texts = await options.allTextContents();
    const index = texts.findIndex((text) => text.startsWith(label));
    await target.selectOption({ index });
  },
  async open(row) {
    const box = page.locator(".window-box");
    await box.locator(".row").first().waitFor();
    for (let turns = 0; turns < maxTabs && (await row.count()) === 0; turns++) {
      await box.hover();
      await page.mouse.wheel(0, 400);
      await page.evaluate("new Promise(requestAnimationFrame)");
    }
    // The names in a row are links to other pages.
    await row.click({ position: { x: 4, y: 4 } });
  },
  async goBack(slider, offsets) {
    const box = await slider.boundingBox();
    const max = Number(await slider.getAttribute("max"));
    if (box === null) throw new TypeError("The slider is not visible.");
    const thumb = 16;
    const [y, end, room] = [
      box.y + box.height / 2,
      box.x + box.width - thumb / 2,
      box.width - thumb,
    ];
    await page.mouse.move(end, y);
    await page.mouse.down();
    await page.mouse.move(end - (offsets / max) * room, y);
    await page.mouse.up();
  },
});

/** Operates the page by keyboard alone; the tab key moves the focus. */
export const keyboard = (page: Page): InputDevice => {
  const isFocused = async (target: Locator): Promise<boolean> =>
    (await target.and(page.locator(":focus")).count()) > 0;
  const reach = async (target: Locator): Promise<void> => {
    await target.waitFor();
    for (let tabs = 0; tabs < maxTabs; tabs++) {
      if (await isFocused(target)) return;
      await page.keyboard.press("Tab");
    }
    throw new TypeError(`The tab key does not reach ${target.toString()}`);
  };
  const type = async (target: Locator, text: string): Promise<void> => {
    await reach(target);
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Delete");
    await page.keyboard.type(text);
  };
  return {
    name: "keyboard",
    async press(target) {
      await reach(target);
      await page.keyboard.press("Enter");
    },
    write: type,
    async pick(target, text) {
      await type(target, text);
      await page.keyboard.press("Enter");
    },
    async choose(target, label) {
      await target.locator("option").filter({ hasText: label }).first().waitFor({
        state: "attached",
      });
      await reach(target);
      await page.keyboard.type(label);
    },
    async open(row) {
      await reach(row.page().locator(".window-box .row[tabindex='0']"));
      for (let rows = 0; rows < maxTabs && !(await isFocused(row)); rows++) {
        const index = Number(await page.locator(".row:focus").getAttribute("data-index"));
        await page.keyboard.press("ArrowDown");
        await page.locator(`.row[data-index="${index + 1}"]:focus`).waitFor();
      }
      await page.keyboard.press("Enter");
    },
    async goBack(slider, offsets) {
      await reach(slider);
      for (let steps = 0; steps < offsets; steps++) await page.keyboard.press("ArrowLeft");
    },
  };
};
