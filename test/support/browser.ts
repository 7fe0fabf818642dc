import { existsSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";

import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";

/** The path of Debian's package, or the one in the environment variable. */
const executablePath = process.env["CHROMIUM"] ?? "/usr/bin/chromium";

/** Factor by which the page's processor is slowed down, to find race conditions. */
const slowdown = Number(process.env["SLOWDOWN"] ?? 1);

/** Factor by which everything is slower on an overloaded machine. */
export const crowding = (): number => Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());

const whyNot = `there is no browser at ${executablePath}; apt-get install chromium, or set CHROMIUM`;

/** An isolated page, and every error in it. */
interface Opened {
  readonly page: Page;
  readonly errors: readonly string[];
}

/**
 * A browser for the tests of a file. They are skipped with the reason if there is no browser. Returns a
 * function that opens an isolated page. Pages are closed after each test; those of a failed test are saved as
 * pictures in `.build/browser`.
 */
export const useBrowser = (): ((options?: BrowserContextOptions) => Promise<Opened>) => {
  let browser: Browser | undefined;
  before(async function () {
    if (!existsSync(executablePath)) {
      console.log(`    skipped: ${whyNot}`);
      this.skip();
    }
    // Containers have no sandbox for it; it visits only this machine.
    browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  });
  afterEach(async function () {
    const { currentTest } = this;
    for (const context of browser?.contexts() ?? []) {
      if (currentTest?.state === "failed") {
        const name = currentTest.fullTitle().replaceAll(/\W+/g, "-");
        const path = `.build/browser/${name}.png`;
        // A page that hangs gives no picture; the test failure is reported anyway.
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
    // The page itself reports rejected requests.
    const isRefusal = message.text().startsWith("Failed to load resource");
    if (message.type() === "error" && !isRefusal) errors.push(message.text());
  });
  return errors;
};
