import { existsSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";

import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  firefox,
  type Page,
} from "playwright-core";

/** A browser of the machine, which tests start. */
export interface InstalledBrowser {
  readonly executablePath: string;
  /** How to install it. */
  readonly hint: string;
  readonly launch: (executablePath: string) => Promise<Browser>;
  /** Permissions of a page that the browser knows. */
  readonly permissions: readonly string[];
}

/** Chromium of the environment variable `CHROMIUM`, or of Debian's package. */
export const installedChromium: InstalledBrowser = {
  executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
  hint: "apt-get install chromium, or set CHROMIUM",
  // Chromium's sandbox does not work in containers. The browser loads only pages of this machine.
  launch: (executablePath) => chromium.launch({ executablePath, args: ["--no-sandbox"] }),
  permissions: ["clipboard-read", "clipboard-write"],
};

/** Firefox of the environment variable `FIREFOX`, or of Debian's package; driven by WebDriver BiDi. */
export const installedFirefox: InstalledBrowser = {
  executablePath: process.env["FIREFOX"] ?? "/usr/bin/firefox-esr",
  hint: "apt-get install firefox-esr, or set FIREFOX",
  launch: async (executablePath) => {
    const browser = await firefox.launch({ channel: "moz-firefox", executablePath });
    adaptProtocol(browser);
    return browser;
  },
  permissions: [],
};

interface BidiMessage {
  readonly method?: string;
  readonly params?: Record<string, unknown>;
}

interface BidiSession {
  send: (method: string, parameters: unknown) => Promise<unknown>;
  dispatchMessage: (message: BidiMessage) => void;
}

/**
 * Adapts the protocol of Playwright to that of Firefox ESR 153. Playwright sends a command for each page
 * that Firefox does not know, and the tests do not need. It ignores downloads that have no identifier, as
 * those of Firefox: their URL serves as one.
 */
const adaptProtocol = (browser: Browser): void => {
  const { _connection: connection } = browser as unknown as {
    readonly _connection: {
      readonly toImpl: (of: Browser) => { readonly _browserSession: BidiSession };
    };
  };
  const sessions = Object.getPrototypeOf(connection.toImpl(browser)._browserSession) as BidiSession;
  const { send, dispatchMessage } = sessions;
  sessions.send = function (this: BidiSession, method, parameters) {
    if (method === "emulation.setMediaFeaturesOverride") return Promise.resolve({});
    return send.call(this, method, parameters);
  };
  sessions.dispatchMessage = function (this: BidiSession, message) {
    const { method, params } = message;
    if (params !== undefined && method?.startsWith("browsingContext.download") === true) {
      params["download"] ??= params["url"];
    }
    dispatchMessage.call(this, message);
  };
};

/** Factor by which Chromium slows down the page's processor, to find race conditions. */
const slowdown = Number(process.env["SLOWDOWN"] ?? 1);

/** Returns the machine's load per processor, at least 1. Tests multiply their time limits by it. */
export const machineLoad = (): number => Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());

/** A page with its own cookies and storage, and every error that occurred in it. */
interface OpenedPage {
  readonly page: Page;
  readonly errors: readonly string[];
}

/**
 * Starts a browser for the tests of a file. Without a browser the tests are skipped, with the reason. Returns
 * a function that opens an isolated page. After each test its pages are closed; if the test failed,
 * screenshots are saved in `.build/browser`.
 */
export const useBrowser = ({
  executablePath,
  hint,
  launch,
  permissions,
}: InstalledBrowser = installedChromium): ((
  options?: BrowserContextOptions,
) => Promise<OpenedPage>) => {
  const whyNot = `there is no browser at ${executablePath}; ${hint}`;
  let browser: Browser | undefined;
  before(async function () {
    if (!existsSync(executablePath)) {
      console.log(`    skipped: ${whyNot}`);
      this.skip();
    }
    browser = await launch(executablePath);
  });
  afterEach(async function () {
    const { currentTest } = this;
    for (const context of browser?.contexts() ?? []) {
      if (currentTest?.state === "failed") {
        const name = currentTest.fullTitle().replaceAll(/\W+/g, "-");
        const path = `.build/browser/${name}.png`;
        // A page that hangs cannot be captured; the test failure is reported anyway.
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
      permissions: [...permissions],
      ...options,
    });
    const page = await context.newPage();
    page.setDefaultTimeout(8_000 * slowdown * machineLoad());
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
    // Ignored, since the page shows rejected requests to its user.
    const isRefusal = message.text().startsWith("Failed to load resource");
    if (message.type() === "error" && !isRefusal) errors.push(message.text());
  });
  return errors;
};
