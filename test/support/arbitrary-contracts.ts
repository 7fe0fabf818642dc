import { bytesToHex } from "@noble/hashes/utils.js";
import fc, { type Arbitrary } from "fast-check";

import { findContractIdInValue } from "../../lib/base/values/find-contract-id-in-value.ts";
import { maxTimestampMicros, minTimestampMicros } from "../../lib/base/values/time.ts";
import {
  computeContractHash,
  computeContractKeyHash,
} from "../../lib/contracts/transaction/contract-hash.ts";
import {
  type ContractIdCheckShapes,
  createContractId,
} from "../../lib/contracts/transaction/contract-id.ts";
import type { Contract } from "../../lib/store.ts";
import { arbitraryTypeWithValues } from "./arbitrary-values.ts";

/** A contract with a valid id, and the types that are needed to check its id. */
export interface IssuedContract {
  readonly contract: Contract;
  readonly shapes: ContractIdCheckShapes;
}

const parties = ["Alice", "Bob", "Carol::1220", "Dave", "a b"];
const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 });
const packageName = "arbitrary-contracts";

/** Contracts of all types, with and without key. */
export const arbitraryContract: Arbitrary<IssuedContract> = fc
  .record({
    payload: arbitraryTypeWithValues(1),
    key: fc.option(arbitraryTypeWithValues(1)),
    roles: fc.tuple(fc.integer({ min: 1, max: 3 }), fc.nat(2), fc.integer({ min: 1, max: 3 })),
    createdAt: fc.bigInt(minTimestampMicros, maxTimestampMicros),
    salt: bytes32,
    discriminator: bytes32,
  })
  .map(({ payload, key, roles, createdAt, salt, discriminator }) => {
    const [argument] = payload.values;
    const [keyValue] = key?.values ?? [];
    if (argument === undefined) throw new TypeError("one value was asked for");
    const [signatoryCount, observerCount, maintainerCount] = roles;
    const qualifiedName = "Sample.Contracts:Anything";
    const signatories = parties.slice(0, signatoryCount);
    const withKey =
      key === null ||
      keyValue === undefined ||
      findContractIdInValue(keyValue, () => true) !== undefined
        ? {}
        : {
            key: {
              value: keyValue,
              maintainers: signatories.slice(-maintainerCount),
              hash: computeContractKeyHash({
                packageName,
                qualifiedName,
                key: keyValue,
                shape: key.shape,
              }),
            },
          };
    const contract = {
      templateId: `${"ab".repeat(32)}:${qualifiedName}`,
      packageName,
      argument,
      signatories,
      observers: parties.slice(signatoryCount, signatoryCount + observerCount),
      createdAt,
      salt,
      ...withKey,
    };
    const hash = computeContractHash({
      packageName,
      qualifiedName,
      argument,
      shape: payload.shape,
    });
    const contractId = createContractId(bytesToHex(discriminator), {
      ...contract,
      contractHash: hash,
    });
    return {
      contract: { contractId, ...contract },
      shapes: {
        argument: payload.shape,
        ...("key" in contract && key !== null ? { key: key.shape } : {}),
      },
    };
  });
