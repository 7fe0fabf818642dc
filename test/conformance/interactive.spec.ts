import { expect } from "chai";

import { type PreparedToSign, signPrepared, testKeyPair } from "../../fixtures/testing/index.ts";
import type { LedgerOptions } from "../../lib/index.ts";
import { createFetch } from "../../middleware/index.ts";
import { apiClient, type Send } from "../support/api-client.ts";
import { completionsOn } from "../support/commands-body.ts";
import { type SigningLedger, signingLedger } from "../support/signing-ledger.ts";
import { scopeClaims, secret, signedToken } from "../support/tokens.ts";
import { validatedFetch } from "../support/validated-fetch.ts";
import { everythingOf } from "../support/values-package.ts";

type Fields = Readonly<Record<string, unknown>>;

const execute = "/v2/interactive-submission/execute";
const forTransaction = "/v2/interactive-submission/executeAndWaitForTransaction";

describe("interactive submission endpoints", () => {
  let given: SigningLedger;
  let send: Send;
  let last = 0;

  const open = async (options: LedgerOptions = {}): Promise<void> => {
    given = await signingLedger(options);
    const fetch = createFetch(given.ledger, { auth: "disabled" });
    send = apiClient(validatedFetch(fetch), "http://ledger.invalid");
  };

  beforeEach(() => open());

  const prepared = async (more: Fields = {}): Promise<PreparedToSign> => {
    const { alice } = given;
    const body = {
      commands: [everythingOf(alice)],
      commandId: `signed-${++last}`,
      actAs: [alice],
      userId: "ann",
      synchronizerId: "",
      packageIdSelectionPreference: [],
      verboseHashing: false,
      ...more,
    };
    const { status, json, text } = await send("POST", "/v2/interactive-submission/prepare", {
      body,
    });
    expect(status, text).to.equal(200);
    return json as PreparedToSign;
  };
  const signed = async (more: Fields = {}) => ({
    ...signPrepared(await prepared(), given.aliceKey),
    userId: "ann",
    ...more,
  });
  const answerTo = async (body: unknown, path = forTransaction): Promise<readonly unknown[]> => {
    const { status, json, text } = await send("POST", path, { body });
    return status === 200
      ? [200]
      : [status, (json as { readonly code?: string } | undefined)?.code ?? text];
  };
  const executed = async (body: unknown): Promise<Fields> => {
    const { status, json, text } = await send("POST", forTransaction, { body });
    expect(status, text).to.equal(200);
    return (json as { readonly transaction: Fields }).transaction;
  };

  /** Expects a rejection at both endpoints and an unchanged ledger. */
  const expectRefused = async (body: unknown, code?: string): Promise<void> => {
    const { state } = given.ledger;
    for (const path of [execute, forTransaction]) {
      const [status, found] = await answerTo(body, path);
      expect(status, String(found)).to.equal(400);
      if (code !== undefined) expect(found).to.equal(code);
    }
    expect(given.ledger.state).to.equal(state);
  };

  it("S7.1+ execute the prepared transaction", async () => {
    const { events } = await executed(await signed());
    expect(events).to.have.length(1);
    expect(events).to.have.nested.property("[0].CreatedEvent.createArgument.owner", given.alice);
  });

  it("S7.1- refuse a missing or altered transaction", async () => {
    await expectRefused(await signed({ preparedTransaction: "" }), "MISSING_FIELD");
    await expectRefused(await signed({ preparedTransaction: undefined }));
    await expectRefused(await signed({ preparedTransaction: "AAAA" }), "INVALID_ARGUMENT");
    const other = await prepared();
    await expectRefused(await signed({ preparedTransaction: other.preparedTransaction }));
  });

  it("S7.2+ accept the party's signature, given once or twice", async () => {
    await open({ protocolVersion: 34 });
    await executed(await signed());
    const { partySignatures, ...body } = await signed();
    const [{ party, signatures } = expect.fail("no signature")] = partySignatures.signatures;
    const [signature] = signatures;
    const twice = { signatures: [{ party, signatures: [signature, signature] }] };
    await executed({ ...body, partySignatures: twice });
    const parts = { signatures: [0, 1].map(() => ({ party, signatures: [signature] })) };
    const { partySignatures: own, ...more } = await signed();
    const [{ signatures: [only] } = expect.fail("no signature")] = own.signatures;
    const apart = parts.signatures.map((part) => ({ ...part, signatures: [only] }));
    await executed({ ...more, partySignatures: { signatures: apart } });
  });

  it("S7.2- refuse missing signatures and those of another key", async () => {
    const body = await signed();
    await expectRefused({ ...body, partySignatures: null });
    await expectRefused({ ...body, partySignatures: { signatures: [] } });
    const mallory = signPrepared(await prepared(), testKeyPair("mallory"));
    await expectRefused({ ...mallory, userId: "ann" });
    const stranger = signPrepared(await prepared(), given.bobKey);
    await expectRefused({ ...stranger, userId: "ann" });
  });

  it("S7.3+ use the client's submission id", async () => {
    await executed(await signed({ submissionId: "mine_1: a/b#c" }));
    expect(completionsOn(given.ledger).at(-1)?.submission.submissionId).to.equal("mine_1: a/b#c");
  });

  it("S7.3- refuse a submission id that is missing, empty or malformed", async () => {
    await expectRefused(await signed({ submissionId: "" }), "MISSING_FIELD");
    await expectRefused(await signed({ submissionId: "ä" }), "INVALID_FIELD");
    await expectRefused(await signed({ submissionId: undefined }));
  });

  it("S7.4+ use the named hashing scheme", async () => {
    const { hashingSchemeVersion } = await signed();
    expect(hashingSchemeVersion).to.equal("HASHING_SCHEME_VERSION_V2");
    const third = await prepared({ hashingSchemeVersion: "HASHING_SCHEME_VERSION_V3" });
    const body = { ...signPrepared(third, given.aliceKey), userId: "ann" };
    expect(body.hashingSchemeVersion).to.equal("HASHING_SCHEME_VERSION_V3");
    await executed(body);
  });

  it("S7.4- refuse a missing scheme, and a scheme other than the signed one", async () => {
    const scheme = (name: string) => ({ hashingSchemeVersion: `HASHING_SCHEME_VERSION_${name}` });
    await expectRefused(await signed(scheme("V3")));
    await expectRefused(await signed(scheme("UNSPECIFIED")), "INVALID_FIELD");
    await expectRefused(await signed(scheme("V9")));
    await expectRefused(await signed({ hashingSchemeVersion: undefined }));
  });

  it("S7.7+ take the user from the body or from the token", async () => {
    await executed(await signed());
    expect(completionsOn(given.ledger).at(-1)?.submission.userId).to.equal("ann");
    const fetch = createFetch(given.ledger, { auth: { hs256Secret: secret } });
    const named = apiClient(fetch, "http://ledger.invalid");
    const rights = [{ kind: { CanExecuteAs: { value: { party: given.alice } } } }];
    const user = { id: "eve", primaryParty: "" };
    expect((await send("POST", "/v2/users", { body: { user, rights } })).status).to.equal(200);
    const { status, text } = await named("POST", forTransaction, {
      body: await signed({ userId: undefined }),
      headers: { authorization: `Bearer ${signedToken(scopeClaims("eve"))}` },
    });
    expect(status, text).to.equal(200);
    expect(completionsOn(given.ledger).at(-1)?.submission.userId).to.equal("eve");
  });

  it("S7.7- refuse to execute without a user", async () => {
    await expectRefused(await signed({ userId: "" }), "INVALID_TOKEN");
    await expectRefused(await signed({ userId: undefined }), "INVALID_TOKEN");
  });

  const at = (time: string) => ({ time: { MinLedgerTimeAbs: { value: time } } });

  it("S7.11+ accept an absolute, a relative or no minimum ledger time, and do not wait for it", async () => {
    for (const minLedgerTime of [undefined, null, {}, { time: { Empty: {} } }]) {
      const { effectiveAt } = await executed(await signed({ minLedgerTime }));
      expect(effectiveAt).to.equal("2024-01-01T12:00:00Z");
    }
    const later = "2024-01-01T12:00:30Z";
    const { effectiveAt } = await executed(await signed({ minLedgerTime: at(later) }));
    expect(effectiveAt).to.equal(later);
    const value = { seconds: 20, nanos: 0 };
    const relative = { time: { MinLedgerTimeRel: { value } } };
    const moved = await executed(await signed({ minLedgerTime: relative }));
    expect(moved["effectiveAt"]).to.equal("2024-01-01T12:00:20Z");
  });

  it("S7.11- refuse a bound that is not a time", async () => {
    await expectRefused(await signed({ minLedgerTime: at("noon") }));
  });

  it("S7.12+ report the submission id in the completion and the hash in the update", async () => {
    const body = await signed();
    const { externalTransactionHash } = await executed(body);
    expect(externalTransactionHash).to.match(/^[0-9a-f]{64}$/);
    const completion = completionsOn(given.ledger).at(-1);
    expect(completion?.submission.submissionId).to.equal(body.submissionId);
    const update = given.ledger.state.log.get(given.ledger.state.ledgerEnd)?.update;
    expect(update).to.include({ externalTransactionHash });
  });

  it("S14.1+ accept and ignore a format, like any unknown field", async () => {
    const body = await signed({ transactionFormat: { nothing: true }, colour: "green" });
    expect(await answerTo(body, execute)).to.deep.equal([200]);
  });
});
