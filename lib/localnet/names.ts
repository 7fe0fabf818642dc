import { participantIdFrom, synchronizersFrom } from "../ledger/runtime/bootstrap.ts";

/** The names, users and ports of Splice LocalNet (reference: LocalNet's own configuration). */
export interface LocalnetNode {
  /** The participant's name: its id before `::`. */
  readonly participant: string;
  /** The hint of the validator's party id. */
  readonly partyHint: string;
  /** The user that has a wallet with the validator's party. */
  readonly walletUser: string;
  /** Added to the numbers of the services: 2 for 2975. */
  readonly portPrefix: number;
}

export const nodes = {
  appUser: {
    participant: "app-user",
    partyHint: "app_user_localnet-localparty-1",
    walletUser: "app-user",
    portPrefix: 2,
  },
  appProvider: {
    participant: "app-provider",
    partyHint: "app_provider_localnet-localparty-1",
    walletUser: "app-provider",
    portPrefix: 3,
  },
  sv: { participant: "sv", partyHint: "sv", walletUser: "sv", portPrefix: 4 },
} as const satisfies Readonly<Record<string, LocalnetNode>>;

export type NodeName = keyof typeof nodes;

/** The hint of the party that signs the rules of the network. */
export const dsoHint = "DSO";

/** The administrator of each participant, which its validator uses. */
export const ledgerApiUser = "ledger-api-user";

/** Tokens are signed with this secret by HS256 and carry this audience. */
export const tokenSecret = "unsafe";
export const tokenAudience = "https://canton.network.global";

/** The answer to GET /v0/splice-instance-names. */
export const instanceNames = {
  network_name: "Splice",
  network_favicon_url: "https://www.hyperledger.org/hubfs/hyperledgerfavicon.png",
  amulet_name: "Amulet",
  amulet_name_acronym: "AMT",
  name_service_name: "Amulet Name Service",
  name_service_name_acronym: "ANS",
} as const;

/** The id of a node's participant: the same in every process. */
export const participantIdOf = ({ participant }: LocalnetNode): string =>
  participantIdFrom({ participantName: participant });

/** The one synchronizer, which all participants are connected to. */
export const synchronizer = {
  alias: "global",
  id: synchronizersFrom([{ alias: "global-domain" }])[0]?.id ?? "",
};

/** A LocalNet is never migrated. */
export const migrationId = 0;
