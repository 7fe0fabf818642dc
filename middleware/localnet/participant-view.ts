import type { Ledger } from "../../lib/index.ts";
import { getNamespace } from "../../lib/internal.ts";
import {
  getNodeParticipantId,
  type LocalnetNodeName,
  localNetNodes,
  validatorLedgerApiUserId,
  verifyCoHostedPartyOnboarding,
} from "../../lib/localnet/index.ts";
import { createServiceFailureReply, type LocalnetServiceReply } from "./service.ts";

type FetchFunction = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/**
 * Returns a `fetch` for the JSON Ledger API of another node. It forwards requests to the first node's
 * participant, except those for the participant id, the administrator, and the allocation of external
 * parties. All nodes share the rest (decision 0076).
 */
export const createLocalnetNodeFetch =
  (ledger: Ledger, node: LocalnetNodeName, fetchLedger: FetchFunction): FetchFunction =>
  async (input, init) => {
    const request = input instanceof Request ? new Request(input, init) : undefined;
    const method = request?.method ?? init?.method ?? "GET";
    const url = input instanceof Request ? input.url : input;
    const { pathname } = new URL(url, "http://localnet.invalid");
    if (!isAnsweredByLocalnetNode(method, pathname)) return fetchLedger(request ?? input, init);
    const headers = new Headers(request?.headers ?? init?.headers);
    if (pathname === administratorPath) {
      return administratorResponse(ledger, node, () => fetchLedger(administratorPath, { headers }));
    }
    headers.delete("content-length");
    headers.delete("content-type");
    const own = await fetchLedger(participantIdPath, { headers });
    if (own.status !== 200) return own;
    if (method === "GET") return createLocalnetServiceResponse(participantReply(node));
    const body: unknown = await new Response(request?.body ?? init?.body ?? null)
      .json()
      .catch(() => undefined);
    return createLocalnetServiceResponse(await allocateReply(ledger, body));
  };

const participantIdPath = "/v2/parties/participant-id";

const administratorPath = `/v2/users/${validatorLedgerApiUserId}`;

/** Returns true for the requests that the other nodes answer themselves. */
export const isAnsweredByLocalnetNode = (method: string, path: string): boolean =>
  (method === "GET" && [participantIdPath, administratorPath].includes(path)) ||
  (method === "POST" && path === "/v2/parties/external/allocate");

/**
 * Returns the administrator, whose user all validators share, with the party of this node's validator as
 * primary party.
 */
const administratorResponse = async (
  { state }: Ledger,
  node: LocalnetNodeName,
  fetchUser: () => Promise<Response>,
): Promise<Response> => {
  const response = await fetchUser();
  if (response.status !== 200) return response;
  // The ledger returns a user in this form.
  const { user } = (await response.json()) as { readonly user: object };
  const primaryParty = `${localNetNodes[node].partyHint}::${getNamespace(state.participantId)}`;
  return createLocalnetServiceResponse({ status: 200, body: { user: { ...user, primaryParty } } });
};

const participantReply = (node: LocalnetNodeName): LocalnetServiceReply => ({
  status: 200,
  body: { participantId: getNodeParticipantId(localNetNodes[node]) },
});

const allocateReply = async (ledger: Ledger, body: unknown): Promise<LocalnetServiceReply> => {
  try {
    return { status: 200, body: await verifyCoHostedPartyOnboarding(ledger, body) };
  } catch (error) {
    return createServiceFailureReply(error);
  }
};

/** Returns the reply of a service as a `Response`. */
export const createLocalnetServiceResponse = ({ status, body }: LocalnetServiceReply): Response =>
  body === undefined
    ? new Response(null, { status })
    : new Response(JSON.stringify(body), {
        status,
        headers: { "content-type": "application/json" },
      });
