import { expect } from "chai";

import { useLocalnet } from "../../fixtures/testing/localnet.ts";
import { violations } from "../support/axe.ts";
import { useBrowser } from "../support/browser.ts";
import { type RunningCommand, startCommand, tokensIn } from "../support/command-line.ts";
import { serveExplorer } from "../support/explorer-host.ts";
import { type LivePage, serveLivePage } from "../support/live-page.ts";
import { bases, callLocalnet } from "../support/localnet-client.ts";
import { walletDars } from "../support/localnet-dars.ts";
import { sharedFile } from "../support/shared.ts";

const views = [
  "/",
  "/contracts",
  "/contracts?archived=1",
  "/contracts/first",
  "/contracts/first?choice=Iou.Split",
  "/contracts/first?lineage=1",
  "/create",
  "/create?template=Iou",
  "/updates",
  "/updates/62",
  "/commands?user=alice",
  "/requests",
  "/requests/1",
  "/parties",
  "/parties/alice",
  "/holdings",
  "/coin",
  "/console",
  "/packages",
  "/packages/iou",
  "/synchronizers",
  "/controls",
  "/shortcuts",
];

const keep = JSON.stringify({ keep: true, bodies: true });

describe("explorer accessibility", () => {
  const open = useBrowser();
  let ledger: RunningCommand;

  beforeEach(async () => {
    ledger = await startCommand([
      "--auth",
      "disabled",
      "--control",
      "--control-secret",
      "disabled",
    ]);
  });
  afterEach(() => ledger.stop());

  for (const colorScheme of ["light", "dark"] as const) {
    for (const width of [1280, 360]) {
      it(`has no axe violations, ${colorScheme}, ${width} wide`, async () => {
        const { page, errors } = await open({
          colorScheme,
          viewport: { width, height: 800 },
          bypassCSP: true,
        });
        const found: string[] = [];
        await fetch(`${ledger.baseUrl}/control/requests`, { method: "POST", body: keep });
        for (const view of views) {
          await page.goto(`${ledger.baseUrl}/#${await addressOf(view, ledger.baseUrl)}`);
          await page.getByRole("heading", { level: 1 }).waitFor();
          await page.waitForLoadState("networkidle");
          found.push(...(await violations(page)).map((each) => `${view}: ${each}`));
          const excess = await page.evaluate<number>(overflow);
          if (excess !== 0) found.push(`${view}: is ${excess} pixels too wide`);
        }
        expect(found).to.deep.equal([]);
        expect(errors).to.deep.equal([]);
      });
    }
  }
});

describe("explorer accessibility with authorization", () => {
  const open = useBrowser();
  let ledger: RunningCommand;

  before(async () => {
    ledger = await startCommand(["--control", "--secret", "hush", "--control-secret", "shush"]);
  });
  after(() => ledger.stop());

  for (const colorScheme of ["light", "dark"] as const) {
    it(`has no axe violations while signing in, and for an ordinary user, ${colorScheme}`, async () => {
      const { page } = await open({ colorScheme, bypassCSP: true });
      const found: string[] = [];
      const check = async (what: string): Promise<void> => {
        found.push(...(await violations(page)).map((each) => `${what}: ${each}`));
      };
      await page.goto(ledger.baseUrl);
      await page.getByLabel("Token").fill(tokensIn(ledger.greeting).get("alice") ?? "");
      await check("sign in");
      await page.getByRole("button", { name: "Open the ledger" }).click();
      await page.getByText("Latest updates").waitFor();
      await check("overview");
      await page.getByRole("button", { name: "alice", exact: true }).click();
      await check("user menu");
      await page.keyboard.press("Control+k");
      await page.keyboard.type("coin");
      await page.getByRole("option").first().waitFor();
      await check("search");
      await page.keyboard.press("Escape");
      await page.goto(`${ledger.baseUrl}/#/controls`);
      await page.getByLabel("Secret of the control API").waitFor();
      await check("control secret");
      expect(found).to.deep.equal([]);
    });
  }
});

describe("explorer accessibility of a ledger in the page", () => {
  const open = useBrowser();
  let place: LivePage;

  before(async () => {
    place = await serveLivePage();
  });
  after(() => place.close());

  for (const colorScheme of ["light", "dark"] as const) {
    for (const width of [1280, 360]) {
      it(`has no axe violations in the start view, ${colorScheme}, ${width} wide`, async () => {
        const viewport = { width, height: 800 };
        const { page, errors } = await open({ colorScheme, viewport, bypassCSP: true });
        await page.goto(place.url);
        await page.getByRole("button", { name: "Run" }).click();
        await page.getByText("The bank owes alice 10.0").waitFor();
        expect(await violations(page)).to.deep.equal([]);
        expect(await page.evaluate(overflow)).to.equal(0);
        expect(errors).to.deep.equal([]);
      });
    }
  }
});

describe("explorer accessibility of a LocalNet", () => {
  before(function () {
    sharedFile(this, "dars", "localnet", "splice-wallet-0.1.19.dar");
  });
  const localnets = useLocalnet({
    dars: walletDars(),
    funded: { appUser: "1000.0" },
    ledger: { clock: { freeze: "2030-01-01T00:00:00Z" } },
  });
  const open = useBrowser();

  for (const colorScheme of ["light", "dark"] as const) {
    for (const width of [1280, 360]) {
      it(
        `has no axe violations, ${colorScheme}, ${width} wide`,
        localnets(async (localnet) => {
          const { ledger, parties } = localnet;
          ledger.clock.advance("10m");
          await localnet.settled();
          await callLocalnet(localnet, `${bases.appUser}/v0/wallet/transfer-offers`, {
            user: "app-user",
            body: {
              receiver_party_id: parties.appProvider,
              amount: "2.5",
              description: "coffee",
              expires_at: Number(ledger.clock.now()) + 3_600_000_000,
              tracking_id: "offer-1",
            },
          });
          const host = await serveExplorer(ledger);
          try {
            const viewport = { width, height: 800 };
            const { page, errors } = await open({ colorScheme, viewport, bypassCSP: true });
            await page.goto(`${host.url}#/localnet`);
            await page.getByText("2.5 amulet").waitFor();
            expect(await violations(page)).to.deep.equal([]);
            expect(await page.evaluate(overflow)).to.equal(0);
            expect(errors).to.deep.equal([]);
          } finally {
            await host.close();
          }
        }),
      );
    }
  }
});

/** Width in pixels by which the page is too wide. */
const overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth";

/** Returns the address of an item in the demo data, by its kind. */
const addressOf = async (view: string, baseUrl: string): Promise<string> => {
  const { packages } = (await (await fetch(`${baseUrl}/explorer-data/packages`)).json()) as {
    packages: readonly { packageId: string; name: string }[];
  };
  const iou = packages.find(({ name }) => name === "iou")?.packageId ?? "";
  const answer = await fetch(`${baseUrl}/v2/state/active-contracts?limit=1`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({
      activeAtOffset: 62,
      eventFormat: { filtersForAnyParty: { cumulative: [] } },
    }),
  });
  const text = await answer.text();
  const [contractId = ""] = /00[0-9a-f]{64,}/.exec(text) ?? [];
  const [alice = ""] = /alice::1220[0-9a-f]{64}/.exec(text) ?? [];
  return view
    .replace("first", contractId)
    .replace("parties/alice", `parties/${encodeURIComponent(alice)}`)
    .replace("template=Iou", `template=${iou}:Iou:Iou`)
    .replace("packages/iou", `packages/${iou}`);
};
