import { expect } from "chai";

import {
  allocateParty,
  createIdentityProvider,
  createUser,
  grantUserRights,
  updateIdentityProvider,
  updateParty,
  updateUser,
  updateVettedPackages,
} from "../../../lib/api.ts";
import type { Ledger } from "../../../lib/index.ts";
import { iouPackage } from "../../support/iou-package.ts";
import { twoSynchronizers } from "../../support/two-synchronizers.ts";
import { untyped } from "../../support/untyped.ts";

/** Overwrites all fields of an object and adds fields, at every depth. Throws for frozen objects. */
const spoil = (given: object): void => {
  for (const [key, value] of Object.entries(given)) {
    if (typeof value === "object" && value !== null) spoil(value as object);
    else Object.assign(given, { [key]: "spoilt" });
  }
  if (Array.isArray(given)) given.push("spoilt");
  else Object.assign(given, { spoilt: "spoilt" });
};

const administered = ({ state }: Ledger): readonly unknown[] => [
  [...state.parties.entries()],
  [...state.users.entries()],
  [...state.identityProviders.entries()],
  [...state.vetting.entries()],
];

describe("objects in a request", () => {
  it("are neither frozen nor kept: changes after the call have no effect", async () => {
    const { ledger, alice: party, west: synchronizerId } = await twoSynchronizers();
    const identityProviderConfig = {
      identityProviderId: "idp",
      issuer: "issuer",
      jwksUrl: "http://localhost/keys",
      audience: "",
    };
    const rights = [{ kind: { CanActAs: { value: { party } } } }];
    const metadata = { annotations: { colour: "red" } };
    const vetted = { packages: [{ packageId: iouPackage.packageId }] };
    const validity = { newValidFromInclusive: "2023-01-01T00:00:00Z" };
    const operations: readonly (readonly [
      (ledger: Ledger, request: never) => Promise<unknown>,
      object,
    ])[] = [
      [createIdentityProvider, { identityProviderConfig }],
      [
        updateIdentityProvider,
        {
          identityProviderConfig: { ...identityProviderConfig, audience: "us" },
          updateMask: { paths: ["audience"] },
        },
      ],
      [allocateParty, { partyIdHint: "dora", localMetadata: metadata, synchronizerId }],
      [
        updateParty,
        {
          partyDetails: { party, localMetadata: { annotations: { colour: "blue" } } },
          updateMask: { paths: ["local_metadata.annotations"] },
        },
      ],
      [createUser, { user: { id: "ann", primaryParty: party, metadata }, rights }],
      [grantUserRights, { userId: "ann", rights: [{ kind: { CanReadAs: { value: { party } } } }] }],
      [
        updateUser,
        {
          user: { id: "ann", metadata: { annotations: { size: "small" } } },
          updateMask: { paths: ["metadata.annotations"] },
        },
      ],
      [
        updateVettedPackages,
        {
          synchronizerId,
          changes: [{ operation: { Vet: { value: { ...vetted, ...validity } } } }],
        },
      ],
    ];
    for (const [operation, template] of operations) {
      const request = structuredClone(template);
      const { state } = ledger;
      await operation(ledger, untyped(request));
      expect(ledger.state).to.not.equal(state);
      const before = structuredClone(administered(ledger));
      spoil(request);
      expect(administered(ledger)).to.deep.equal(before);
    }
  });
});
