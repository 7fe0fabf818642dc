import { expect } from "chai";

import { allocateParty, getParties, updateParty } from "../../../../lib/api.ts";
import { createLedger, type Ledger } from "../../../../lib/index.ts";
import { administratorOf, participantAdmin, userCaller } from "../../../support/callers.ts";
import { rejectionOf } from "../../../support/error-of.ts";
import { addIdentityProvider } from "../../../support/identity-providers.ts";
import { untyped } from "../../../support/untyped.ts";

const remote = "remote::1220ab";

/** Creates a ledger with a local party and one that only another participant hosts. */
const setUp = async (limits = {}): Promise<{ ledger: Ledger; party: string }> => {
  const ledger = await createLedger({ seed: 1, limits });
  const localMetadata = { annotations: { kept: "1", changed: "2" } };
  const { partyDetails } = await allocateParty(ledger, { partyIdHint: "alice", localMetadata });
  const details = {
    party: remote,
    isLocal: false,
    localMetadata: { resourceVersion: 0, annotations: new Map<string, string>() },
    identityProviderId: "",
  };
  await ledger.commit(() => ({
    events: [{ kind: "partyDetailsChanged", details }],
    outcome: undefined,
  }));
  return { ledger, party: partyDetails.party };
};

const request = (party: string, details: object, ...paths: string[]) => ({
  partyDetails: { party, ...details },
  updateMask: { paths },
});

describe("updateParty", () => {
  for (const path of ["local_metadata", "local_metadata.annotations"]) {
    it(`S12.1+ S12.3+ merges annotations under ${path}; empty ones are removed`, async () => {
      const { ledger, party } = await setUp();
      const localMetadata = { annotations: { changed: "3", added: "4", kept: "" } };
      const answer = await updateParty(ledger, request(party, { localMetadata }, path));
      expect(answer.partyDetails).to.deep.equal({
        party,
        isLocal: true,
        localMetadata: { resourceVersion: "1", annotations: { changed: "3", added: "4" } },
        identityProviderId: "",
      });
      expect(getParties(ledger, { party }).partyDetails).to.deep.equal([answer.partyDetails]);
    });
  }

  it("S12.1- S12.4+ changes only the version if the mask names only immutable fields", async () => {
    const { ledger, party } = await setUp();
    const details = { localMetadata: { resourceVersion: "0", annotations: { kept: "" } } };
    const paths = ["party", "local_metadata.resource_version", "identity_provider_id"];
    const { partyDetails } = await updateParty(ledger, request(party, details, ...paths));
    expect(partyDetails.localMetadata).to.deep.equal({
      resourceVersion: "1",
      annotations: { kept: "1", changed: "2" },
    });
  });

  it("S12.5+ S12.5- accepts is_local with its current value and refuses another", async () => {
    const { ledger, party } = await setUp();
    await updateParty(ledger, request(party, { isLocal: true }, "is_local"));
    await updateParty(ledger, request(party, { isLocal: false }, "local_metadata"));
    for (const details of [{ isLocal: false }, {}]) {
      const error = await rejectionOf(updateParty(ledger, request(party, details, "is_local")));
      expect(error.code).to.equal("INVALID_PARTY_DETAILS_UPDATE_REQUEST");
    }
  });

  it("S12.4- accepts exactly one of many simultaneous changes of one version", async () => {
    const { ledger, party } = await setUp();
    const localMetadata = { resourceVersion: "0", annotations: { a: "1" } };
    const attempts = Array.from({ length: 20 }, () =>
      updateParty(ledger, request(party, { localMetadata }, "local_metadata")),
    );
    const outcomes = await Promise.allSettled(attempts);
    expect(outcomes.filter(({ status }) => status === "fulfilled")).to.have.length(1);
    const late = await rejectionOf(updateParty(ledger, request(party, { localMetadata }, "party")));
    expect(late.code).to.equal("CONCURRENT_PARTY_DETAILS_UPDATE_DETECTED");
  });

  it("refuses merged annotations above the limit", async () => {
    const { ledger, party } = await setUp({ maxAnnotationsBytes: 30 });
    const localMetadata = { annotations: { other: "x".repeat(20) } };
    const attempt = updateParty(ledger, request(party, { localMetadata }, "local_metadata"));
    const error = await rejectionOf(attempt);
    expect(error.code).to.equal("MAX_PARTY_DETAILS_ANNOTATIONS_SIZE_EXCEEDED");
  });

  it("S12.2- refuses a mask without a path", async () => {
    const { ledger, party } = await setUp();
    const error = await rejectionOf(updateParty(ledger, request(party, {})));
    expect(error.code).to.equal("INVALID_PARTY_DETAILS_UPDATE_REQUEST");
  });

  it("S12.3- refuses unknown paths, paths in camel case and below a field", async () => {
    const { ledger, party } = await setUp();
    for (const path of ["display_name", "isLocal", "local_metadata.annotations.kept"]) {
      const error = await rejectionOf(updateParty(ledger, request(party, {}, path)));
      expect(error.code, path).to.equal("INVALID_PARTY_DETAILS_UPDATE_REQUEST");
    }
  });

  const local = "alice";
  const refused: readonly (readonly [string, string, object])[] = [
    ["a request without details", "MISSING_FIELD", { updateMask: { paths: ["party"] } }],
    ["a request without party", "INVALID_ARGUMENT", request("", {}, "party")],
    ["a malformed party", "INVALID_ARGUMENT", request("a/b", {}, "party")],
    ["a request without mask", "MISSING_FIELD", { partyDetails: { party: local } }],
    [
      "a malformed version",
      "INVALID_FIELD",
      request(local, { localMetadata: { resourceVersion: "x" } }, "party"),
    ],
    [
      "a malformed identity provider",
      "INVALID_TOKEN",
      request(local, { identityProviderId: "@" }, "party"),
    ],
    [
      "an unknown identity provider",
      "INVALID_ARGUMENT",
      request(local, { identityProviderId: "x" }, "party"),
    ],
    ["an unknown party", "PARTY_NOT_FOUND", request("nobody", {}, "party")],
    ["a party hosted elsewhere", "PARTY_NOT_FOUND", request(remote, {}, "local_metadata")],
  ];
  for (const [what, code, body] of refused) {
    it(`refuses ${what} with ${code} and changes nothing`, async () => {
      const { ledger } = await setUp();
      const before = ledger.state;
      expect((await rejectionOf(updateParty(ledger, untyped(body)))).code).to.equal(code);
      expect(ledger.state).to.equal(before);
    });
  }

  it("S12.6+ S12.6- is allowed only for administrators of the party's own identity provider", async () => {
    const { ledger, party } = await setUp();
    await addIdentityProvider(ledger, "one");
    const one = administratorOf("one");
    const { partyDetails } = await allocateParty(ledger, { partyIdHint: "mine" }, one);
    await updateParty(ledger, request(partyDetails.party, {}, "party"), one);
    const denied = [
      updateParty(ledger, request(party, {}, "party"), one),
      updateParty(ledger, request(partyDetails.party, {}, "party"), participantAdmin),
      updateParty(
        ledger,
        request(party, {}, "party"),
        userCaller("x", [{ kind: "CanActAs", party }]),
      ),
    ];
    for (const attempt of denied) {
      expect((await rejectionOf(attempt)).code).to.equal("PERMISSION_DENIED");
    }
  });
});
