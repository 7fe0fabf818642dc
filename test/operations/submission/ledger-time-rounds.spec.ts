import { expect } from "chai";

import { allocateParty, prepareTransaction } from "../../../lib/api.ts";
import {
  ContractId,
  createLedger,
  definePackage,
  defineTemplate,
  Int64,
  List,
  Party,
} from "../../../lib/index.ts";
import { rejectionOf } from "../../support/error-of.ts";

const second = 1_000_000n;
const noon = 1_704_110_400n * second;

/**
 * A template whose choice fetches one contract if the ledger time is noon, and one more for each
 * second that the ledger time is after noon.
 */
const Link = defineTemplate("Chain:Link", {
  payload: { owner: Party },
  signatories: ({ owner }) => [owner],
  choices: {
    Follow: {
      consuming: false,
      argument: { later: List(ContractId("Chain:Link")) },
      result: Int64,
      controllers: ({ owner }) => [owner],
    },
  },
});

let interpreted = 0;

Link.implement({
  Follow: (transaction, _, { later }) => {
    interpreted += 1;
    const seconds = (transaction.now() - noon) / second;
    const fetched = later.slice(0, Number(seconds) + 1);
    for (const contractId of fetched) transaction.fetch(Link, contractId);
    return BigInt(fetched.length);
  },
});

const chain = definePackage({ name: "chain", version: "1.0.0", templates: { Link } });

/** Creates a ledger whose clock is at noon, with contracts created one per second after noon. */
const chained = async (count: number) => {
  const clock = { freeze: "2024-01-01T12:00:00Z" };
  const ledger = await createLedger({ packages: [chain], seed: 1, clock });
  const { partyDetails } = await allocateParty(ledger, { partyIdHint: "alice" });
  const alice = partyDetails.party;
  const link = async () => {
    const result = await ledger.submit({ actAs: alice, commands: Link.create({ owner: alice }) });
    const [made] = result.created(Link);
    return made ?? expect.fail("no contract");
  };
  const first = await link();
  const later: string[] = [];
  for (let made = 0; made < count; made += 1) {
    ledger.clock.advance(second);
    later.push((await link()).contractId);
  }
  ledger.clock.freeze(clock.freeze);
  interpreted = 0;
  return { ledger, alice, command: first.exercise(Link.Follow, { later }) };
};

describe("ledger time of a command that uses contracts newer than the clock", () => {
  it("is found with at most three further evaluations", async () => {
    const { ledger, alice, command } = await chained(3);
    const { exerciseResults } = await ledger.submit({ actAs: alice, commands: command });
    expect(exerciseResults).to.deep.equal(["3"]);
    expect(interpreted).to.equal(4);
  });

  it("is not found if each evaluation uses an even newer contract", async () => {
    const { ledger, alice, command } = await chained(8);
    const { position } = ledger.state;
    const error = await rejectionOf(ledger.submit({ actAs: alice, commands: command }));
    expect(error).to.include({ code: "FAILED_TO_DETERMINE_LEDGER_TIME", category: "contention" });
    expect(interpreted).to.equal(4);
    const prepared = rejectionOf(
      prepareTransaction(ledger, {
        commands: [command],
        commandId: "it",
        actAs: [alice],
        userId: "ann",
      }),
    );
    expect((await prepared).code).to.equal("FAILED_TO_DETERMINE_LEDGER_TIME");
    expect(ledger.state.position).to.equal(position);
  });
});
