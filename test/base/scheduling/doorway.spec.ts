import { expect } from "chai";

import { Doorway } from "../../../lib/base/scheduling/doorway.ts";
import { ledgerError } from "../../../lib/index.ts";
import { countRounds } from "../../support/loop-rounds.ts";

describe("Doorway", () => {
  /**
   * Passes one item of work for each user, in this order. Returns the users in the order in which their work
   * began.
   */
  const begun = async (users: readonly (string | undefined)[]): Promise<readonly string[]> => {
    const doorway = new Doorway();
    const order: string[] = [];
    const passed = users.map((userId) => {
      const work = (): unknown => order.push(userId ?? "nobody");
      return doorway.pass(work, { userId, later: work });
    });
    await Promise.all(passed);
    return order;
  };

  it("starts a little work immediately", () => {
    const doorway = new Doorway();
    const never = (): never => expect.fail("it had to wait");
    expect(doorway.pass(() => 1, { userId: "ann", later: never })).to.equal(1);
    expect(doorway.pass(() => 2, { userId: "ann", later: never })).to.equal(2);
  });

  it("yields to the event loop while much work starts", async () => {
    const rounds = countRounds();
    expect(await begun(Array(40).fill("mallory"))).to.have.length(40);
    expect(rounds()).to.be.within(9, 12);
  });

  it("starts a user's work before all earlier work of another user is done", async () => {
    const order = await begun([...Array<string>(100).fill("mallory"), "ann", "bea", "ann"]);
    expect(order.indexOf("ann")).to.be.at.most(6);
    expect(order.indexOf("bea")).to.be.at.most(6);
    expect(order.lastIndexOf("ann")).to.be.at.most(9);
  });

  it("starts work without a user after all work that came before it", async () => {
    const order = await begun([...Array<string>(20).fill("mallory"), undefined, "ann"]);
    expect(order.slice(-2)).to.deep.equal(["nobody", "ann"]);
  });

  it("passes the result or error of queued work to its caller", async () => {
    const doorway = new Doorway();
    const failing = (): never => {
      throw ledgerError("SERVICE_NOT_RUNNING", { cause: "No more." });
    };
    const options = { userId: "ann", later: failing };
    const results = Array.from({ length: 8 }, () => doorway.pass<unknown>(() => 1, options));
    const reasons = await Promise.allSettled(results);
    expect(reasons.map(({ status }) => status)).to.deep.equal([
      ...Array<string>(4).fill("fulfilled"),
      ...Array<string>(4).fill("rejected"),
    ]);
  });
});
