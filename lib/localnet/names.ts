import { determineParticipantId, readSynchronizerOptions } from "../ledger/runtime/bootstrap.ts";

/** The names, the user and the ports of one node of Splice LocalNet (source: LocalNet's own configuration). */
export interface LocalnetNode {
  /** The participant's name, which is the part of its id before `::`. */
  readonly participant: string;
  /** The hint of the validator's party id. */
  readonly partyHint: string;
  /** The user whose wallet belongs to the validator's party. */
  readonly walletUser: string;
  /** Thousands of the node's ports: 2 for 2975. */
  readonly portPrefix: number;
}

export const localNetNodes = {
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

export type LocalnetNodeName = keyof typeof localNetNodes;

/** The hint of the party that signs the rules of the network. */
export const dsoPartyHint = "DSO";

/** The administrator of each participant, which its validator uses. */
export const validatorLedgerApiUserId = "ledger-api-user";

/** Tokens are signed with this secret (HS256), and have this audience. */
export const localnetTokenSecret = "unsafe";
export const localnetTokenAudience = "https://canton.network.global";

/** The answer to GET /v0/splice-instance-names. */
export const spliceInstanceNames = {
  network_name: "Splice",
  network_favicon_url: "https://www.hyperledger.org/hubfs/hyperledgerfavicon.png",
  amulet_name: "Amulet",
  amulet_name_acronym: "AMT",
  name_service_name: "Amulet Name Service",
  name_service_name_acronym: "ANS",
} as const;

/** Returns the id of a node's participant, which is the same in every process. */
export const getNodeParticipantId = ({ participant }: LocalnetNode): string =>
  determineParticipantId({ participantName: participant });

/** The only synchronizer. All participants are connected to it. */
export const globalSynchronizer = {
  alias: "global",
  id: readSynchronizerOptions([{ alias: "global-domain" }])[0]?.id ?? "",
};

/** The only migration id, because a LocalNet is never migrated. */
export const localnetMigrationId = 0;
