import { existsSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";

import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";

/** Where Debian's package puts it, or where somebody says. */
const executablePath = process.env["CHROMIUM"] ?? "/usr/bin/chromium";

/** How many times slower than this machine the page's is, to find what is only right where it is fast. */
const slowdown = Number(process.env["SLOWDOWN"] ?? 1);

/** How many times longer everything takes where more wants to run than there are cores. */
const crowding = (): number => Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());

const whyNot = `there is no browser at ${executablePath}; apt-get install chromium, or set CHROMIUM`;

/** A page that is on its own, and every error in it. */
interface Opened {
  readonly page: Page;
  readonly errors: readonly string[];
}

/**
 * A browser for the tests of a file, which are skipped, with the reason, where there is none. Answers what opens a page
 * with nothing of another one in it; pages are closed after each test, and those of one that failed are kept as pictures
 * in `.build/browser`.
 */
export const useBrowser = (): ((options?: BrowserContextOptions) => Promise<Opened>) => {
  let browser: Browser | undefined;
  before(async function () {
    if (!existsSync(executablePath)) {
      console.log(`    skipped: ${whyNot}`);
      this.skip();
    }
    // Containers give it no sandbox of its own; it visits this machine only.
    browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  });
  afterEach(async function () {
    const { currentTest } = this;
    for (const context of browser?.contexts() ?? []) {
      if (currentTest?.state === "failed") {
        const name = currentTest.fullTitle().replaceAll(/\W+/g, "-");
        const path = `.build/browser/${name}.png`;
        // A page that does nothing any more gives no picture; what failed is told all the same.
        await context
          .pages()[0]
          ?.screenshot({ path })
          .catch(() => undefined);
      }
      await context.close();
    }
  });
  after(async () => {
    await browser?.close();
  });
  return async (options = {}) => {
    if (browser === undefined) throw new TypeError(whyNot);
    const context = await browser.newContext({
      viewport: { width: 1280, height: 860 },
      reducedMotion: "reduce",
      permissions: ["clipboard-read", "clipboard-write"],
      ...options,
    });
    const page = await context.newPage();
    page.setDefaultTimeout(8_000 * slowdown * crowding());
    if (slowdown > 1) {
      const session = await context.newCDPSession(page);
      await session.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
    }
    return { page, errors: errorsOf(page) };
  };
};

const errorsOf = (page: Page): readonly string[] => {
  const errors: string[] = [];
  page.on("pageerror", ({ message }) => errors.push(message));
  page.on("console", (message) => {
    // Answers that refuse are told on the page.
    const isRefusal = message.text().startsWith("Failed to load resource");
    if (message.type() === "error" && !isRefusal) errors.push(message.text());
  });
  return errors;
};
