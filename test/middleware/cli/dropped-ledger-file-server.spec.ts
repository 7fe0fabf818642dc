import { expect } from "chai";
import express from "express";

import { allocateParty } from "../../../lib/api.ts";
import { createLedger } from "../../../lib/index.ts";
import { createControlRouter } from "../../../middleware/index.ts";
import { type RunningCommand, startCommand } from "../../support/command-line.ts";
import { savedText } from "../../support/saved-text.ts";
import { withListeningServer } from "../../support/with-listening-server.ts";

const secret = "known to few";
const authorized = { Authorization: `Bearer ${secret}` };

/** Returns the text of a ledger file with one additional party. */
const savedWith = async (partyIdHint: string): Promise<string> => {
  const ledger = await createLedger();
  await allocateParty(ledger, { partyIdHint });
  return savedText(ledger);
};

describe("ledger files opened next to a served ledger", () => {
  let served: RunningCommand;

  beforeEach(async () => {
    served = await startCommand(["--auth", "disabled", "--control", "--control-secret", secret]);
  });
  afterEach(() => served.stop());

  const open = (body: string, headers: Record<string, string> = authorized): Promise<Response> =>
    fetch(`${served.baseUrl}/control/open`, { method: "POST", headers, body });
  const pathOf = async (answer: Response): Promise<URL> => {
    const { path } = (await answer.json()) as { readonly path: string };
    return new URL(path, `${served.baseUrl}/control/`);
  };
  const partiesAt = async (url: URL): Promise<string> =>
    (await fetch(new URL("v2/parties", url))).text();

  it("get their own explorer page and control API, at a random path", async () => {
    const [first, second] = [
      await pathOf(await open(await savedWith("ann"))),
      await pathOf(await open(await savedWith("ben"))),
    ];
    expect(first.pathname).to.match(/^\/opened\/[0-9a-f-]{36}\/$/);
    expect(first.pathname).to.not.equal(second.pathname);
    expect(await partiesAt(first))
      .to.include("ann::")
      .and.not.include("ben::");
    expect(await partiesAt(second))
      .to.include("ben::")
      .and.not.include("ann::");
    expect(await partiesAt(new URL(served.baseUrl))).to.not.include("ann::");
    const page = await fetch(first, { headers: { Accept: "text/html" } });
    expect(page.headers.get("content-type")).to.include("text/html");
    // The control secret of the served ledger is also valid for the opened one; another secret is not.
    expect((await fetch(new URL("control/clock", first))).status).to.equal(401);
    const clock = await fetch(new URL("control/clock", first), { headers: authorized });
    expect(await clock.json()).to.include({ mode: "manual" });
  });

  it("are at most four; opening a fifth closes the first", async () => {
    const saved = await savedWith("ann");
    const opened: URL[] = [];
    for (let count = 0; count < 5; count++) opened.push(await pathOf(await open(saved)));
    const statuses = await Promise.all(
      opened.map(async (url) => (await fetch(new URL("v2/version", url))).status),
    );
    expect(statuses).to.deep.equal([404, 200, 200, 200, 200]);
  });

  it("are opened only with the control secret, and must be valid", async () => {
    expect((await open("{}", {})).status).to.equal(401);
    for (const text of [
      "",
      "{}",
      '{"steps":[]}',
      '{"dump":"ledger-in-a-box","version":1,"entries":[',
    ]) {
      const answer = await open(text);
      expect([answer.status, ((await answer.json()) as { code: string }).code]).to.deep.equal([
        400,
        "INVALID_ARGUMENT",
      ]);
    }
  });

  it("are refused, with advice, by a control router whose host passed no function to open them", async () => {
    const ledger = await createLedger();
    await withListeningServer(express().use(createControlRouter(ledger)), async (baseUrl) => {
      const answer = await fetch(`${baseUrl}/open`, { method: "POST", body: "{}" });
      expect(answer.status).to.equal(404);
      expect(await answer.text()).to.include("ledger-in-a-box explore FILE");
    });
    await ledger.close();
  });
});
