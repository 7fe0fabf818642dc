import { expect } from "chai";
import fc from "fast-check";

import type { Caller } from "../../../lib/api.ts";
import { deriveClaims } from "../../../lib/internal.ts";
import {
  BodyQuota,
  ReceivedByteBuffer,
  type RequestBodyReservation,
} from "../../../middleware/quotas/body-quota.ts";
import { errorOf } from "../../support/error-of.ts";

const limits = {
  maxAnonymousBodyBytes: 20,
  maxAnonymousBytes: 50,
  maxUserBytes: 100,
  maxBytes: 150,
};

const user = (userId: string): Caller => ({
  kind: "user",
  userId,
  identityProviderId: "",
  claims: deriveClaims([]),
});

const callers: readonly Caller[] = [{ kind: "anonymous" }, user("ann"), user("bob")];

/** Returns true if the quota accepted the bytes. */
const took = (hold: RequestBodyReservation, bytes: number): boolean => {
  try {
    hold.reserveBytes(bytes);
    return true;
  } catch {
    return false;
  }
};

describe("BodyQuota", () => {
  it("reserves at most its limits while bodies arrive, and nothing after all have ended", () => {
    const step = fc.record({ caller: fc.nat(2), body: fc.nat(5), bytes: fc.nat(80) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const intake = new BodyQuota(limits);
        const holds = new Map<string, RequestBodyReservation>();
        const heldBy = (caller: number): number =>
          [...holds].reduce(
            (sum, [key, { reservedBytes: bytes }]) =>
              key.startsWith(`${caller} `) ? sum + bytes : sum,
            0,
          );
        for (const { caller, body, bytes } of steps) {
          const key = `${caller} ${body}`;
          const hold = holds.get(key) ?? intake.open(callers[caller] ?? user("carl"));
          holds.set(key, hold);
          took(hold, bytes);
          expect(intake.totalBytes).to.equal(heldBy(0) + heldBy(1) + heldBy(2));
          expect(intake.totalBytes).to.be.at.most(limits.maxBytes);
          expect(heldBy(0)).to.be.at.most(limits.maxAnonymousBytes);
          for (const each of [1, 2]) expect(heldBy(each)).to.be.at.most(limits.maxUserBytes);
        }
        for (const hold of holds.values()) hold.end();
        expect(intake.totalBytes).to.equal(0);
      }),
    );
  });

  it("refuses the largest body, not the newest, of a user that exceeds the limit", () => {
    const intake = new BodyQuota(limits);
    const [large, small, next] = [1, 2, 3].map(() => intake.open(user("ann")));
    const refused: unknown[] = [];
    large?.onRefused((error) => refused.push(error));
    large?.reserveBytes(70);
    small?.reserveBytes(20);
    next?.reserveBytes(15);
    expect(refused).to.have.length(1);
    expect(refused[0]).to.have.nested.property("details.code", "PARTICIPANT_BACKPRESSURE");
    expect([large?.reservedBytes, small?.reservedBytes, next?.reservedBytes]).to.deep.equal([
      0, 20, 15,
    ]);
  });

  it("limits all callers without a token together to a small amount", () => {
    const intake = new BodyQuota(limits);
    const holds = Array.from({ length: 4 }, () => intake.open({ kind: "anonymous" }));
    for (const hold of holds) took(hold, 20);
    expect(intake.totalBytes).to.be.within(20, limits.maxAnonymousBytes);
  });

  it("refuses a large body, not a small one, when the total exceeds the limit", () => {
    const intake = new BodyQuota(limits);
    const [ann, bob, carl] = ["ann", "bob", "carl"].map((id) => intake.open(user(id)));
    ann?.reserveBytes(90);
    bob?.reserveBytes(50);
    carl?.reserveBytes(30);
    expect([ann?.reservedBytes, bob?.reservedBytes, carl?.reservedBytes]).to.deep.equal([
      0, 50, 30,
    ]);
  });

  it("refuses a new body, and keeps complete ones, when these use the whole quota", () => {
    const intake = new BodyQuota(limits);
    const [first, second] = [intake.open(user("ann")), intake.open(user("ann"))];
    first.reserveBytes(90);
    first.markComplete();
    expect(errorOf(() => second.reserveBytes(20)).code).to.equal("PARTICIPANT_BACKPRESSURE");
    expect([first.reservedBytes, second.reservedBytes]).to.deep.equal([90, 0]);
    first.end();
    expect(took(intake.open(user("ann")), 20)).to.equal(true);
  });

  it("refuses a long body of a caller without a token by its declared length", () => {
    const hold = new BodyQuota(limits).open({ kind: "anonymous" });
    expect(errorOf(() => hold.requireWithinLimit(21)).code).to.equal("UNAUTHENTICATED");
    hold.requireWithinLimit(20);
  });

  it("joins bytes in the order of arrival", () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 20 })), (pieces) => {
        const received = new ReceivedByteBuffer();
        for (const piece of pieces) received.add(piece);
        expect([...received.bytes]).to.deep.equal(pieces.flatMap((piece) => [...piece]));
      }),
    );
  });
});
