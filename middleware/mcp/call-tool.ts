import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";

import { isLedgerError } from "../../lib/index.ts";
import { findMostSimilarText } from "../../lib/internal.ts";
import { formatRefusedCall } from "./format-refused-call.ts";
import { createToolArgumentRefusal, RefusedCallError } from "./refusal.ts";
import { locateRefusalInArguments } from "./refusal-place.ts";
import type { McpTool } from "./tool.ts";
import type { McpToolContext } from "./tool-context.ts";
import { mcpTools } from "./tools.ts";

/**
 * Calls the tool with this name. If the call is refused, returns an error result that says how to
 * correct it.
 */
export const callMcpTool = async (
  name: string,
  given: unknown,
  context: McpToolContext,
): Promise<CallToolResult> => {
  let tool: McpTool | undefined;
  let secrets: readonly string[] = [];
  try {
    ({ secrets } = context.ledger);
    tool = findTool(name, context);
    const answer = await tool.call(context, given);
    const text = JSON.stringify(answer, (_name, value: unknown) =>
      typeof value === "string" ? redactSecrets(value, secrets) : value,
    );
    if (tool.oversizedAdvice !== undefined && text.length > maxAnswerText) {
      throw new RefusedCallError({
        code: "ANSWER_TOO_LARGE",
        cause: `The answer has ${text.length} characters, and at most ${maxAnswerText} are returned.`,
        hint: { advice: tool.oversizedAdvice },
      });
    }
    return {
      content: [{ type: "text", text }],
      structuredContent: JSON.parse(text) as Record<string, unknown>,
    };
  } catch (error) {
    const refusal = toRefusedCallError(error);
    const placed = tool === undefined ? refusal : locateRefusalInArguments(refusal, tool);
    const text = redactSecrets(formatRefusedCall(placed), secrets).slice(0, maxErrorText);
    return { isError: true, content: [{ type: "text", text }] };
  }
};

/** Returns an expected error as a refusal. Throws any other error. */
const toRefusedCallError = (error: unknown): RefusedCallError => {
  if (error instanceof RefusedCallError) return error;
  if (error instanceof RangeError && error.message.includes("call stack")) {
    return createToolArgumentRefusal(
      "The arguments are nested too deeply.",
      "Pass flatter values.",
    );
  }
  if (!isLedgerError(error)) throw error;
  return new RefusedCallError({ code: error.code, cause: error.details.cause });
};

/** Maximum length of an answer that can be made smaller, in characters of JSON. */
const maxAnswerText = 100_000;

/** Maximum length of the text of an error, in characters. */
const maxErrorText = 20_000;

/** Returns the tools that the server offers. */
export const listOfferedMcpTools = ({
  allowsWrites,
}: Pick<McpToolContext, "allowsWrites">): readonly McpTool[] =>
  mcpTools.filter(({ writes }) => allowsWrites || !writes);

const findTool = (name: string, { allowsWrites }: McpToolContext): McpTool => {
  const found = mcpTools.find((tool) => tool.name === name);
  if (found === undefined) {
    const names = listOfferedMcpTools({ allowsWrites }).map((tool) => tool.name);
    const suggestion = findMostSimilarText(name, names);
    throw createToolArgumentRefusal(
      `There is no tool ${name}.`,
      `Tools: ${names.join(", ")}.`,
      suggestion,
    );
  }
  if (found.writes && !allowsWrites) {
    throw new RefusedCallError({
      code: "READ_ONLY",
      cause: `${name} changes the ledger, and this server is read-only.`,
      hint: {
        advice:
          "Ask the user to start the server with --allow-writes: npx ledger-in-a-box mcp --allow-writes.",
      },
    });
  }
  return found;
};

const redactSecrets = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((shown, secret) => shown.replaceAll(secret, "[secret]"), text);
