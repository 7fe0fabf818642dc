import { expect } from "chai";
import type { Page } from "playwright-core";

import { type RunningCommand, tokensIn } from "./command-line.ts";
import type { InputDevice } from "./input-devices.ts";

/** A user of the explorer, and what the user may do. */
interface TourUser {
  readonly name: string;
  /** Options of the command line. */
  readonly options: readonly string[];
  /** Opens the page and signs in. */
  readonly enter: (page: Page, hand: InputDevice, ledger: RunningCommand) => Promise<void>;
  /** True if the user reads as all parties. */
  readonly readsAll: boolean;
  /** True if the user may act as any party at the start. */
  readonly actsAsAll: boolean;
  /** True if the page may use the control API. */
  readonly controls: boolean;
}

const secrets = ["--control", "--secret", "hush", "--control-secret", "shush"];

export const administrator: TourUser = {
  name: "the administrator",
  readsAll: true,
  actsAsAll: false,
  controls: true,
  options: secrets,
  async enter(page, _hand, { greeting }) {
    await page.goto(/Explorer +(\S+)/.exec(greeting)?.[1] ?? "");
  },
};

export const alice: TourUser = {
  name: "alice",
  readsAll: false,
  actsAsAll: false,
  controls: false,
  options: secrets,
  async enter(page, hand, { greeting, baseUrl }) {
    await page.goto(baseUrl);
    await hand.write(page.getByLabel("Token"), tokensIn(greeting).get("alice") ?? "");
    await hand.press(page.getByRole("button", { name: "Open the ledger" }));
  },
};

export const withoutAuthorization: TourUser = {
  name: "everyone without authorization",
  readsAll: true,
  actsAsAll: true,
  controls: true,
  options: ["--auth", "disabled", "--control", "--control-secret", "disabled"],
  async enter(page, _hand, { baseUrl }) {
    await page.goto(baseUrl);
  },
};

interface TourOptions {
  readonly page: Page;
  readonly hand: InputDevice;
  readonly user: TourUser;
}

/** Opens a view by the menu, which is folded on a narrow screen. */
const visit = async ({ page, hand }: TourOptions, name: string): Promise<void> => {
  const menu = page.getByRole("button", { name: "Menu", exact: true });
  const isFolded = await menu.isVisible();
  if (isFolded) await hand.press(menu);
  await hand.press(page.getByRole("navigation").getByRole("link", { name, exact: true }));
};

/** Answers "who sees this transfer?". */
export const seeWhoSeesTransfer = async (options: TourOptions): Promise<void> => {
  const { page, hand, user } = options;
  await visit(options, "Updates");
  await hand.open(page.getByRole("row").filter({ hasText: "Accept on Proposal" }).first());
  await page.getByRole("heading", { name: "Compare visibility" }).waitFor();
  const heads = page.locator(".privacy th");
  if (user.readsAll) {
    await hand.pick(page.getByRole("combobox", { name: "One party" }), "bob");
    await hand.pick(page.getByRole("combobox", { name: "The other party" }), "carol");
    await heads.filter({ hasText: "carol" }).waitFor();
    expect(await heads.first().innerText()).to.match(/bob.*sees ([1-9]\d*) of \1 steps/s);
    expect(await heads.last().innerText()).to.match(/carol.*sees 0 of [1-9]/s);
    const why = await page.locator(".privacy .unseen .why").first().innerText();
    expect(why).to.include("carol does not see it");
  } else {
    await heads.filter({ hasText: "alice" }).waitFor();
    expect(await heads.first().innerText()).to.match(/alice.*sees ([1-9]\d*) of \1 steps/s);
  }
};

/** Answers "why was I refused?". */
export const learnWhyRefused = async (options: TourOptions): Promise<void> => {
  const { page, hand, user } = options;
  const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });
  await visit(options, "Contracts");
  await hand.press(page.getByRole("link", { name: "Create a contract" }));
  await hand.choose(page.getByRole("combobox", { name: "Template" }), "Iou:Iou");
  if (!user.actsAsAll && user.readsAll) {
    await hand.press(page.getByRole("button", { name: /^Let participant_admin act as/ }));
    await page.getByText("acts as none").waitFor({ state: "detached" });
  }
  await hand.pick(page.getByRole("combobox", { name: "Act as", exact: true }), "alice");
  await hand.pick(page.getByRole("combobox", { name: "issuer", exact: true }), "bank");
  await hand.pick(page.getByRole("combobox", { name: "owner", exact: true }), "alice");
  await hand.write(page.getByRole("textbox", { name: "currency" }), "EUR");
  await hand.write(page.getByRole("textbox", { name: "amount" }), "5");
  await hand.press(button("Create"));
  const panel = page.getByRole("alert");
  await panel.waitFor();
  expect(await panel.innerText()).to.include("needs the authority of its signatories: alice, bank");
  await hand.press(panel.getByRole("button", { name: "Add bank to Act as" }));
  await hand.press(button("Create"));
  if (!user.readsAll) {
    await page.getByText("An administrator can grant this right").waitFor();
    return;
  }
  await page.getByText("Committed at offset").waitFor();
  await visit(options, "Requests");
  await hand.open(page.getByRole("row").filter({ hasText: "DAML_AUTHORIZATION_ERROR" }).first());
  await page.getByRole("heading", { name: "Decision" }).waitFor();
  expect(await page.locator(".decided").innerText()).to.include("DAML_AUTHORIZATION_ERROR");
};

/** Exercises a choice, views the offset before it, and reverts the ledger. */
export const exerciseAndGoBack = async (options: TourOptions): Promise<void> => {
  const { page, hand, user } = options;
  const button = (name: string | RegExp) => page.getByRole("button", { name });
  const count = page.locator("text=/^\\d+ active now/");
  await visit(options, "Contracts");
  if (user.readsAll) {
    await hand.pick(page.getByRole("combobox", { name: "View as a party" }), "alice");
  }
  await openDollarIouOfAlice(page, hand);
  await hand.press(button(/^Split/));
  await hand.write(page.getByRole("textbox", { name: "amount" }), "100");
  await hand.press(page.getByRole("button", { name: "Exercise", exact: true }));
  const committed = await page.getByText(/Committed at offset \d+/).innerText();
  const end = Number(/\d+/.exec(committed)?.[0]);

  await visit(options, "Contracts");
  await count.waitFor();
  const after = Number.parseInt(await count.innerText());
  await hand.goBack(page.getByRole("slider", { name: "As of" }), 1);
  await page.getByText(`${after - 1} active as of offset ${end - 1}`).waitFor();
  expect(page.url()).to.include(`at=${end - 1}`);
  if (!user.controls) return;

  await visit(options, "Updates");
  await hand.open(page.getByRole("row").nth(1));
  await hand.press(button("Revert the ledger to this offset"));
  await hand.press(button("Yes, go back"));
  await page.getByText(`The ledger is back at offset ${end - 1}`).waitFor();
};

/** Opens the first contract in which alice owns US dollars, from the list of contracts. */
export const openDollarIouOfAlice = (page: Page, hand: InputDevice): Promise<void> =>
  hand.open(
    page
      .getByRole("row")
      .filter({ hasText: /^Iou.*owner alice.*USD/ })
      .first(),
  );
