import type {
  IdentityProviderConfig,
  ObjectMeta,
  PartyDetails,
  Right,
  User,
} from "../../../../base/model/administration.ts";
import type { PartySigningKeys, SigningKey } from "../../../../base/model/signing-keys.ts";
import type { SynchronizerParameters } from "../../../../base/model/synchronizer-parameters.ts";
import type { PackageValidity, Vetting } from "../../../../base/model/vetting.ts";
import {
  bytes,
  flag,
  integer,
  type Kinds,
  listOf,
  mapOf,
  oneOf,
  optional,
  recordOf,
  text,
  unionOf,
  whole,
} from "./shape.ts";
import { durationMicros, micros } from "./value-shape.ts";

const metadata = recordOf<ObjectMeta>({ resourceVersion: whole, annotations: mapOf(text, text) });

export const partyDetails = recordOf<PartyDetails>({
  party: text,
  isLocal: flag,
  localMetadata: metadata,
  identityProviderId: text,
});

const overAll = recordOf<{ readonly kind: string }>({ kind: text });
const overOne = recordOf<{ readonly kind: string; readonly party: string }>({
  kind: text,
  party: text,
});

const right = unionOf({
  ParticipantAdmin: overAll,
  IdentityProviderAdmin: overAll,
  CanReadAsAnyParty: overAll,
  CanExecuteAsAnyParty: overAll,
  CanActAsAnyParty: overAll,
  CanActAs: overOne,
  CanReadAs: overOne,
  CanExecuteAs: overOne,
} satisfies Kinds<Right>);

export const user = recordOf<User>({
  id: text,
  primaryParty: text,
  isDeactivated: flag,
  metadata,
  identityProviderId: text,
  primaryPartyAuthentication: flag,
  rights: mapOf(text, right),
});

export const identityProvider = recordOf<IdentityProviderConfig>({
  identityProviderId: text,
  isDeactivated: flag,
  issuer: text,
  jwksUrl: text,
  audience: text,
});

export const parameters = recordOf<SynchronizerParameters>({
  priority: integer,
  assignmentExclusivityMicros: optional(durationMicros),
  automaticAssignment: flag,
});

export const vetting = recordOf<Vetting>({
  serial: whole,
  packages: mapOf(
    text,
    recordOf<PackageValidity>({ validFrom: optional(micros), validUntil: optional(micros) }),
  ),
});

const signingKey = recordOf<SigningKey>({
  fingerprint: text,
  spec: oneOf("ed25519", "p256", "p384", "secp256k1"),
  spki: bytes,
});

export const signingKeys = recordOf<PartySigningKeys>({
  keys: listOf(signingKey),
  threshold: whole,
});
