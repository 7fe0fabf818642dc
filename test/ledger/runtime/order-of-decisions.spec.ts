import { expect } from "chai";

import { yieldToEventLoop } from "../../../lib/base/scheduling/yield-to-event-loop.ts";
import { createLedger } from "../../../lib/create-ledger.ts";
import type { Ledger } from "../../../lib/index.ts";
import type { LedgerDecisionFunction } from "../../../lib/ledger/port/ledger-decision.ts";
import { countLoopIterations } from "../../support/loop-iterations.ts";

/** Returns the user of a letter; `.` stands for a trusted caller. */
const whoIs = (letter: string): string | undefined => (letter === "." ? undefined : letter);

const spin = (millis: number): void => {
  const begun = performance.now();
  while (performance.now() - begun < millis);
};

describe("decisions of several concurrent users", () => {
  let ledger: Ledger;
  let decided: string[];

  beforeEach(async () => {
    ledger = await createLedger({ seed: 1, clock: { freeze: 1_000_000n } });
    decided = [];
  });

  afterEach(() => ledger.close());

  /** Requests a decision for each letter in order. Returns the letters in the order of the decisions. */
  const orderOf = async (letters: string): Promise<string> => {
    await Promise.all(
      Array.from(letters, (letter, index) =>
        ledger.commit(
          () => {
            decided.push(`${letter}${index}`);
            return { events: [], outcome: undefined };
          },
          { userId: whoIs(letter) },
        ),
      ),
    );
    return decided.join(" ");
  };

  it("runs users round robin, and the decisions of one user in the order of the calls", async () => {
    expect(await orderOf("aaaabbc")).to.equal("a0 b4 c6 a1 b5 a2 a3");
  });

  it("runs a decision of a trusted caller after all earlier and before all later decisions", async () => {
    expect(await orderOf("aab.baac.")).to.equal("a0 b2 a1 .3 b4 a5 c7 a6 .8");
  });

  it("runs decisions in an order that does not depend on their duration", async () => {
    const decidedIn = async (millis: number): Promise<readonly string[]> => {
      const own = await createLedger({ seed: 1, clock: { freeze: 1_000_000n } });
      const order: string[] = [];
      const client = async (name: string, waits: number): Promise<void> => {
        for (let count = 0; count < 6; count++) {
          await own.commit(
            () => {
              spin(millis);
              order.push(`${name}${waits}`);
              return { events: [], outcome: undefined };
            },
            { userId: name },
          );
          // Some clients pause, so that they call while other decisions run.
          for (let left = waits % 3; left > 0; left--) await yieldToEventLoop();
        }
      };
      await Promise.all(Array.from("aaaaabbbcccc", client));
      await own.close();
      return order;
    };
    expect(await decidedIn(4)).to.deep.equal(await decidedIn(0));
  });

  it("runs another user's decision between two decisions that become due together", async () => {
    const note = (letter: string) => () => {
      decided.push(letter);
      return { events: [], outcome: undefined };
    };
    const timed = ledger.commitAt(2_000_000n, note("."), { userId: "a" });
    const many = Array.from({ length: 20 }, () => ledger.commit(note("a"), { userId: "a" }));
    ledger.clock.set(2_000_000n);
    // The clock resolves its waiters in a microtask.
    await Promise.resolve();
    await Promise.resolve();
    await Promise.all([timed, ...many, ledger.commit(note("b"), { userId: "b" })]);
    expect(decided.indexOf("b")).to.be.at.most(5);
  });

  it("yields to the event loop after every fourth decision", async () => {
    const nothing: LedgerDecisionFunction<undefined> = () => ({ events: [], outcome: undefined });
    const asked = countLoopIterations();
    await Promise.all(Array.from({ length: 50 }, () => ledger.commit(nothing, { userId: "a" })));
    const besideAsked = asked();
    const due = countLoopIterations();
    const timed = Array.from({ length: 50 }, () =>
      ledger.commitAt(2_000_000n, nothing, { userId: "a" }),
    );
    ledger.clock.set(2_000_000n);
    await Promise.all(timed);
    expect(besideAsked).to.be.at.least(12);
    expect(due()).to.be.at.least(12);
  });
});
