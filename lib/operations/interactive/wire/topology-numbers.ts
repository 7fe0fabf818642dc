import type { KeySpec } from "../../../base/model/signing-keys.ts";
import type { ParticipantPermission } from "../../../base/model/update.ts";

/** The version of the messages of topology transactions. */
export const topologyMessageVersion = 30;

/** The numbers of enumerations in topology transactions (interactive-submission.md 10). */
export const participantPermissionNumbers: Readonly<Record<ParticipantPermission, number>> = {
  submission: 1,
  confirmation: 2,
  observation: 3,
};

export const keySpecProtobufNumbers: Readonly<Record<KeySpec, number>> = {
  ed25519: 1,
  p256: 2,
  p384: 3,
  secp256k1: 4,
};

/** The encodings of keys in topology transactions. The API has different numbers for them. */
export const keyFormatNumbers = { der: 2, raw: 3, spki: 4 } as const;

export const keyUsageNumbers = { namespace: 1, protocol: 4, proofOfOwnership: 5 } as const;

/** The code of the mapping NamespaceDelegation, in the list of mappings that a key may sign. */
export const namespaceDelegationCode = 1;

export const topologyOperationNumbers = { addReplace: 1, remove: 2 } as const;

/** Returns the name with this number; undefined if there is none. */
export const findNameByWireNumber = <Name extends string>(
  numbers: Readonly<Record<Name, number>>,
  number: number,
): Name | undefined => (Object.keys(numbers) as Name[]).find((name) => numbers[name] === number);
