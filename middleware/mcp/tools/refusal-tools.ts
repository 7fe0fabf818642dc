import * as z from "zod";

import { isJsonObject } from "../../../lib/internal.ts";
import { formatRefusedCall } from "../format-refused-call.ts";
import { addGrantAdvice } from "../ledger-client.ts";
import { parseLedgerAnswerWithSchema } from "../parse-ledger-answer-with-schema.ts";
import { createToolArgumentRefusal, RefusedCallError } from "../refusal.ts";
import { defineMcpTool, type McpTool } from "../tool.ts";
import type { McpToolContext } from "../tool-context.ts";

const requestSchema = z.object({
  id: z.number(),
  via: z.string(),
  method: z.string(),
  path: z.string(),
  operationId: z.string().optional(),
  commandId: z.string().optional(),
  principal: z.string().optional(),
  startedAt: z.string(),
  ledgerTime: z.string().optional(),
  status: z.number(),
  error: z
    .object({
      code: z.string().optional(),
      cause: z.string(),
      field: z.string().optional(),
      expected: z.string().optional(),
      advice: z.string().optional(),
    })
    .optional(),
  decidedBy: z.array(z.record(z.string(), z.unknown())),
  requestBody: z.string().optional(),
  answerBody: z.string().optional(),
});

const listRequestsTool = defineMcpTool({
  name: "list_requests",
  title: "List requests",
  description:
    "Returns the newest calls to the ledger by any client, such as the application that you develop: user, operation, status, error. With refused only those that failed; explain one with explain_refusal. Needs the control API.",
  example: { refused: true, limit: 10 },
  input: z.strictObject({
    refused: z.boolean().default(false),
    operation: z.string().optional().describe("Operation id, such as submitAndWait."),
    user: z.string().optional(),
    limit: z.number().int().min(1).max(100).default(20),
  }),
  output: z.object({
    isRecording: z.boolean().describe("False if the ledger keeps no request journal."),
    requests: z.array(
      z.object({
        requestId: z.number(),
        call: z.string(),
        user: z.string().optional(),
        commandId: z.string().optional(),
        startedAt: z.string(),
        status: z.number(),
        error: z.string().optional(),
      }),
    ),
  }),
  writes: false,
  oversizedAdvice: "Pass a smaller limit.",
  run: async ({ ledger }, { refused, operation, user, limit }) => {
    const query = new URLSearchParams({
      limit: String(limit),
      ...(refused ? { status: "refused" } : {}),
      ...(operation === undefined ? {} : { operation }),
      ...(user === undefined ? {} : { principal: user }),
    });
    const answer = await ledger.callControlApi("GET", `/requests?${query.toString()}`);
    const { kept, requests } = parseLedgerAnswerWithSchema(journalSchema, answer);
    return { isRecording: kept !== null, requests: requests.toReversed().map(requestLine) };
  },
});

const journalSchema = z.object({ kept: z.unknown(), requests: z.array(requestSchema) });

type RecordedRequest = z.output<typeof requestSchema>;

const requestLine = ({
  id,
  method,
  path,
  principal,
  commandId,
  startedAt,
  status,
  error,
}: RecordedRequest) => ({
  requestId: id,
  call: `${method} ${path}`,
  ...(principal === undefined ? {} : { user: principal }),
  ...(commandId === undefined ? {} : { commandId }),
  startedAt,
  status,
  ...(error === undefined ? {} : { error: `${error.code ?? status}: ${error.cause}` }),
});

const explainRefusalTool = defineMcpTool({
  name: "explain_refusal",
  title: "Explain a refusal",
  description:
    "Explains why the ledger refused a call of any client: error code, cause, the field at fault, who must authorize, the place in the Daml code, which right or rule decided, and what to do. Without arguments, the newest refused call. Needs the control API.",
  example: { commandId: "transfer-1" },
  input: z.strictObject({
    requestId: z.number().int().min(1).optional().describe("From list_requests."),
    commandId: z.string().optional().describe("The newest refused call with this command id."),
    body: z.boolean().default(false).describe("Whether to return the body of the request."),
  }),
  output: z.object({
    requestId: z.number(),
    call: z.string(),
    user: z.string().optional(),
    commandId: z.string().optional(),
    status: z.number(),
    code: z.string(),
    cause: z.string(),
    explanation: z.string().describe("All that is known, one fact per line."),
    decidedBy: z.array(z.record(z.string(), z.unknown())),
    requestBody: z.string().optional(),
  }),
  writes: false,
  run: async ({ ledger }, { requestId, commandId, body }) => {
    const found =
      requestId === undefined
        ? await newestRefusal({ ledger }, commandId)
        : await fetchRequest({ ledger }, requestId);
    const { error, status, answerBody, requestBody, decidedBy } = found;
    if (error === undefined) {
      throw createToolArgumentRefusal(
        `The ledger did not refuse the request ${found.id}; its status is ${status}.`,
        "Call list_requests with refused: true.",
      );
    }
    const { requestId: id, call, ...line } = requestLine(found);
    return {
      requestId: id,
      call,
      ...(line.user === undefined ? {} : { user: line.user }),
      ...(line.commandId === undefined ? {} : { commandId: line.commandId }),
      status,
      code: error.code ?? String(status),
      cause: error.cause,
      explanation: formatRefusedCall(addGrantAdvice(toRefusal(error, answerBody))),
      decidedBy,
      ...(body && requestBody !== undefined && { requestBody }),
    };
  },
});

/** Returns a call by its id. Raises REQUEST_NOT_FOUND if the journal does not have it. */
const fetchRequest = async (
  { ledger }: Pick<McpToolContext, "ledger">,
  requestId: number,
): Promise<RecordedRequest> => {
  try {
    return parseLedgerAnswerWithSchema(
      requestSchema,
      await ledger.callControlApi("GET", `/requests/${requestId}`),
    );
  } catch (error) {
    if (!(error instanceof RefusedCallError) || error.code !== "UNKNOWN_RESOURCE") throw error;
    const hint = { advice: "Call list_requests to see the calls and their ids." };
    throw new RefusedCallError({ code: "REQUEST_NOT_FOUND", cause: error.message, hint });
  }
};

/** Returns the newest refused call. Raises REQUEST_NOT_FOUND if there is none. */
const newestRefusal = async (
  { ledger }: Pick<McpToolContext, "ledger">,
  commandId: string | undefined,
): Promise<RecordedRequest> => {
  const answer = await ledger.callControlApi("GET", "/requests?status=refused&limit=1000");
  const { kept, requests } = parseLedgerAnswerWithSchema(journalSchema, answer);
  const found = requests.findLast(
    (each) => commandId === undefined || each.commandId === commandId,
  );
  if (found !== undefined) return found;
  throw new RefusedCallError({
    code: "REQUEST_NOT_FOUND",
    cause:
      kept === null
        ? "The ledger keeps no request journal."
        : commandId === undefined
          ? "The ledger has refused no call."
          : `The ledger has refused no call with the command id ${commandId}.`,
    hint: {
      advice:
        kept === null
          ? "Start the ledger with --requests, or with --control."
          : "Call list_requests to see the calls.",
    },
  });
};

/** Returns the refusal with the hint that the client received; without one, with the facts in the journal. */
const toRefusal = (
  { code = "", cause, field, expected, advice }: NonNullable<RecordedRequest["error"]>,
  answerBody: string | undefined,
): RefusedCallError => {
  const hint = parseHint(answerBody);
  return new RefusedCallError({
    code,
    cause,
    hint: hint ?? {
      ...(field === undefined ? {} : { part: field }),
      ...(expected === undefined ? {} : { expected }),
      ...(advice === undefined ? {} : { advice }),
    },
  });
};

const parseHint = (answerBody = ""): object | undefined => {
  try {
    const body: unknown = JSON.parse(answerBody);
    return isJsonObject(body) && isJsonObject(body["hint"]) ? body["hint"] : undefined;
  } catch {
    return undefined;
  }
};

export const refusalMcpTools: readonly McpTool[] = [listRequestsTool, explainRefusalTool];
