import { expect } from "chai";

import {
  allocateParty,
  createLedger,
  definePackage,
  defineTemplate,
  type Ledger,
  Party,
} from "../../lib/index.ts";
import { useBrowser } from "../support/browser.ts";
import { type Explored, explored } from "../support/explored.ts";

const Try = defineTemplate("Main:Try", {
  payload: { owner: Party },
  signatories: ({ owner }) => [owner],
  choices: { Fail: { consuming: false, controllers: ({ owner }) => [owner] } },
});
Try.implement({
  Fail: (transaction, { owner }) => {
    transaction.attempt(
      () => {
        transaction.create(Try, { owner });
        transaction.assert(false, "no");
      },
      () => undefined,
    );
  },
});
const tries = definePackage({ name: "tries", version: "1.0.0", templates: { Try } });

describe("the explorer, on a transaction of which something was rolled back", () => {
  const open = useBrowser();
  let ledger: Ledger;
  let place: Explored;

  beforeEach(async () => {
    ledger = await createLedger({ packages: [tries], protocolVersion: 34, seed: 1 });
    place = await explored(ledger);
  });
  afterEach(async () => {
    await place.close();
    await ledger.close();
  });

  it("tells what, though no event does", async () => {
    const { party: owner } = (await allocateParty(ledger, { partyIdHint: "owner" })).partyDetails;
    const [made] = (await ledger.submit({ actAs: owner, commands: Try.create({ owner }) })).created(
      Try,
    );
    const commands = made?.exercise(Try.Fail) ?? [];
    const { transaction } = await ledger.submit({ actAs: owner, commands });
    const { page, errors } = await open();
    await page.goto(`${place.url}#/updates/${transaction.updateId}`);
    const told = page.getByRole("list", { name: "Rolled back" });
    await told.getByText("create Try").waitFor();
    expect(await told.innerText()).to.include("rollback");
    expect(errors).to.deep.equal([]);
  });
});
