import { EventEmitter, once } from "node:events";
import { setImmediate } from "node:timers/promises";

import { expect } from "chai";

import {
  type Caller,
  createUser,
  deleteUser,
  grantUserRights,
  revokeUserRights,
  trustedCaller,
  updateUser,
} from "../../../lib/api.ts";
import { type ErrorCode, isLedgerError } from "../../../lib/index.ts";
import { createAuthenticator } from "../../../middleware/auth/authenticator.ts";
import { watchAuthorization } from "../../../middleware/streaming/watch-authorization.ts";
import { type IouLedger, iouLedger } from "../../support/iou-ledger.ts";
import { useManualDate } from "../../support/manual-clock.ts";
import { scopeClaims, secret, signedToken } from "../../support/tokens.ts";
import { transports } from "../../support/transports.ts";

const right = (party: string) => ({ kind: { CanReadAs: { value: { party } } } });

/** A token verifier that accepts any token as one of ann. `seen` resolves after the first verification. */
class AnnsTokens {
  readonly #events = new EventEmitter();
  readonly #lifetimeMillis: number;
  readonly seen = once(this.#events, "seen");
  #expiresAtMillis: number | undefined;

  /** Time until the token expires after it was first seen, in milliseconds. */
  constructor(lifetimeMillis = Infinity) {
    this.#lifetimeMillis = lifetimeMillis;
  }

  readonly verify = () => {
    this.#events.emit("seen");
    this.#expiresAtMillis ??= Date.now() + this.#lifetimeMillis;
    return {
      userId: "ann",
      participantId: undefined,
      identityProviderId: "",
      expiresAtMillis: this.#expiresAtMillis,
    };
  };
}

describe("watchAuthorization", () => {
  const pass = useManualDate();
  let served: IouLedger;

  beforeEach(async () => {
    served = await iouLedger();
    const { ledger, alice } = served;
    await createUser(ledger, { user: { id: "ann" }, rights: [right(alice)] });
  });

  /** Starts to watch a user's authorization, and makes the change. */
  const watchedAfter = async (change: () => Promise<unknown>, userId = "ann") => {
    const { ledger } = served;
    const verify = createAuthenticator(ledger, { hs256Secret: secret });
    const authenticate = () => verify(signedToken(scopeClaims(userId)));
    const caller = await authenticate();
    const watched = watchAuthorization({ ledger, caller, authenticate });
    await change();
    return watched;
  };

  /** Returns the error code with which the authorization lapses after the change. */
  const lapseAfter = async (
    change: () => Promise<unknown>,
    userId?: string,
  ): Promise<ErrorCode | undefined> => {
    const { signal, end } = await watchedAfter(change, userId);
    if (!signal.aborted) await once(signal, "abort");
    end();
    const reason: unknown = signal.reason;
    return isLedgerError(reason) ? reason.code : undefined;
  };

  /** Fails if the authorization lapses. */
  const standsAfter = async (change: () => Promise<unknown>): Promise<void> => {
    const { signal, end } = await watchedAfter(change);
    // The watch checks the change within these iterations of the event loop.
    for (let turn = 0; turn < 5; turn++) await setImmediate();
    end();
    expect(signal.aborted).to.equal(false);
  };

  it("lapses when a right or the user is removed", async () => {
    const { ledger, alice } = served;
    const stale = "STALE_STREAM_AUTHORIZATION";
    const lost = () => revokeUserRights(ledger, { userId: "ann", rights: [right(alice)] });
    expect(await lapseAfter(lost)).to.equal(stale);
    const deactivated = () =>
      updateUser(ledger, {
        user: { id: "ann", isDeactivated: true },
        updateMask: { paths: ["is_deactivated"] },
      });
    expect(await lapseAfter(deactivated)).to.equal(stale);
    await createUser(ledger, { user: { id: "eve" } });
    const deleted = () => deleteUser(ledger, { userId: "eve" });
    expect(await lapseAfter(deleted, "eve")).to.equal(stale);
  });

  it("lapses when a right is added, even if the user may do nothing more than before", async () => {
    const { ledger, alice, bob } = served;
    const more = (kind: object) => () => grantUserRights(ledger, { userId: "ann", rights: [kind] });
    const stale = "STALE_STREAM_AUTHORIZATION";
    expect(await lapseAfter(more(right(bob)))).to.equal(stale);
    const readAs = { kind: { CanReadAs: { value: { party: alice } } } };
    const actAs = { kind: { CanActAs: { value: { party: alice } } } };
    await more(actAs)();
    await revokeUserRights(ledger, { userId: "ann", rights: [readAs] });
    expect(await lapseAfter(more(readAs))).to.equal(stale);
  });

  it("continues if the change does not concern rights, or grants a right that the user has", async () => {
    const { ledger, alice } = served;
    const changed = () =>
      updateUser(ledger, {
        user: { id: "ann", primaryParty: alice },
        updateMask: { paths: ["primary_party"] },
      });
    await standsAfter(changed);
    const again = () => grantUserRights(ledger, { userId: "ann", rights: [right(alice)] });
    await standsAfter(again);
    await standsAfter(() => Promise.resolve());
  });

  it("reports that the token expired, also if it expires while it is verified again", async () => {
    const caller = createAuthenticator(served.ledger, { verify: new AnnsTokens(50).verify });
    const before = await caller("token");
    const authenticate = async (): Promise<Caller> => {
      await setImmediate();
      pass(51);
      return caller("token");
    };
    const { signal, end } = watchAuthorization({
      ledger: served.ledger,
      caller: before,
      authenticate,
    });
    await once(signal, "abort");
    end();
    expect(signal.reason).to.have.property("code", "ACCESS_TOKEN_EXPIRED");
  });

  it("never lapses for the host itself", () => {
    const { ledger } = served;
    const authenticate = () => trustedCaller;
    const { signal, end } = watchAuthorization({ ledger, caller: trustedCaller, authenticate });
    end();
    expect(signal.aborted).to.equal(false);
  });

  for (const { name, serve } of transports) {
    describe(name, () => {
      const path = "/v2/updates?stream_idle_timeout_ms=10000";
      const body = () => ({
        beginExclusive: 0,
        filter: { filtersByParty: { [served.alice]: {} } },
      });

      it("ends a list request that waits for updates when the token expires", async () => {
        const { verify, seen } = new AnnsTokens(50);
        const headers = { Authorization: "Bearer token" };
        await serve(served.ledger, { auth: { verify } }, async (send) => {
          const waiting = send("POST", path, { headers, body: body() });
          await seen;
          // Waits until the caller is authorized.
          await setImmediate();
          pass(51);
          const answer = await waiting;
          expect(answer.status).to.equal(409);
          expect(answer.json).to.include({ code: "ACCESS_TOKEN_EXPIRED", errorCategory: 2 });
          expect((await send("POST", path, { headers, body: body() })).status).to.equal(401);
        });
      });

      it("ends a list request that waits for updates when its user loses a right", async () => {
        const { ledger, alice } = served;
        const { verify, seen } = new AnnsTokens();
        const headers = { Authorization: "Bearer token" };
        await serve(ledger, { auth: { verify } }, async (send) => {
          const answer = send("POST", path, { headers, body: body() });
          await seen;
          // Waits until the caller is identified.
          await setImmediate();
          await revokeUserRights(ledger, { userId: "ann", rights: [right(alice)] });
          expect((await answer).json).to.include({ code: "STALE_STREAM_AUTHORIZATION" });
        });
      });
    });
  }
});
