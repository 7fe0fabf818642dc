import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";

import { changeUrlParameters, urlQuery } from "../../base/address.ts";
import { ApiError, callLedgerApi } from "../../base/client.ts";
import { currentUser, knownParties, ledgerEnd, reloadLedgerContent } from "../../base/ledger.ts";
import { ledgerEffectsShape } from "../../base/updates.ts";
import { useLoadedValue } from "../../base/use-loaded-value.ts";
import {
  createEventFormatForView,
  createUpdateFormatForView,
  viewingParties,
} from "../../base/view-settings.ts";
import { createHttpTestCode } from "../../forms/code-snippets.ts";
import { CopyButton } from "../../parts/copy.tsx";
import { Card, ViewFrame } from "../../parts/layout.tsx";
import { ErrorNotice, LoadedValueView } from "../../parts/notices.tsx";
import { JsonView } from "../../parts/value.tsx";
import {
  type ApiDocument,
  type ApiOperation,
  createSampleRequestBody,
  findRequestBodySchema,
  findSchemaViolations,
} from "./schema.ts";

const ApiConsole = () => {
  const answer = useLoadedValue(
    "document",
    0,
    (signal) => callLedgerApi("/docs/openapi", { signal }) as Promise<ApiDocument>,
  );
  return (
    <ViewFrame
      title="API console"
      about="Call any operation. The body is filled with values of the present ledger."
    >
      <LoadedValueView answer={answer} what="the document">
        {(document) => <Operations document={document} />}
      </LoadedValueView>
    </ViewFrame>
  );
};

export default ApiConsole;

interface ListedOperation {
  readonly key: string;
  readonly method: string;
  readonly path: string;
  readonly operation: ApiOperation;
}

const listOperations = ({ paths }: ApiDocument): readonly ListedOperation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      key: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path,
      operation,
    })),
  );

const Operations = ({ document }: { readonly document: ApiDocument }) => {
  const all = useMemo(() => listOperations(document), [document]);
  const chosen =
    all.find(({ key }) => key === urlQuery.value.get("operation")) ??
    all.find(({ path }) => path === "/v2/state/ledger-end");
  return (
    <>
      <label class="field narrow">
        <span>Operation</span>
        <select
          value={chosen?.key}
          onChange={({ currentTarget }) =>
            changeUrlParameters({ operation: currentTarget.value, body: undefined })
          }
        >
          {all.map(({ key }) => (
            <option key={key}>{key}</option>
          ))}
        </select>
      </label>
      {chosen !== undefined && <Call key={chosen.key} listed={chosen} document={document} />}
    </>
  );
};

/** Returns the body in the URL, which a form wrote there; undefined without one. */
const readBodyFromUrl = (): string | undefined => {
  try {
    const body = urlQuery.peek().get("body");
    return body === null ? undefined : JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return undefined;
  }
};

interface CallProps {
  readonly listed: ListedOperation;
  readonly document: ApiDocument;
}

const Call = ({ listed, document }: CallProps) => {
  const { method, operation } = listed;
  const schema = findRequestBodySchema(operation);
  const path = useSignal(listed.path);
  const body = useSignal(
    schema === undefined
      ? ""
      : (readBodyFromUrl() ??
          JSON.stringify(
            fillBodyFromLedger(listed.path, createSampleRequestBody(schema, document)),
            null,
            2,
          )),
  );
  const outcome = useSignal<{ readonly json: unknown } | Error | undefined>(undefined);
  const faults = validateText(body.value, schema, document);
  const send = async (): Promise<void> => {
    try {
      const text = body.value === "" ? {} : { text: body.value };
      outcome.value = { json: await callLedgerApi(path.value, { method, ...text }) };
      if (method !== "GET") await reloadLedgerContent();
    } catch (error) {
      outcome.value = error as Error;
    }
  };
  return (
    <div class="side-by-side">
      <Card title={operation.operationId ?? listed.key}>
        <form
          class="stack"
          onSubmit={(event) => {
            event.preventDefault();
            void send();
          }}
        >
          {operation.description !== undefined && <p class="soft">{operation.description}</p>}
          <label class="field">
            <span>Path and query</span>
            <input
              type="text"
              class="mono"
              spellcheck={false}
              value={path.value}
              onInput={({ currentTarget }) => (path.value = currentTarget.value)}
            />
          </label>
          {schema !== undefined && (
            <label class="field">
              <span>Body</span>
              <textarea
                rows={18}
                spellcheck={false}
                aria-invalid={faults.length > 0}
                value={body.value}
                onInput={({ currentTarget }) => (body.value = currentTarget.value)}
              />
            </label>
          )}
          {faults.map((fault) => (
            <p class="fault" key={fault}>
              {fault}
            </p>
          ))}
          <div class="actions">
            <button type="submit" class="primary">
              Send
            </button>
            <CopyButton
              what="as test"
              label="test"
              text={() =>
                createHttpTestCode({
                  method,
                  path: path.value,
                  body: body.value,
                  status: readStatus(outcome.peek()),
                })
              }
            />
          </div>
        </form>
      </Card>
      <Card title="Answer">
        {outcome.value === undefined ? (
          <p class="soft">No request was sent yet.</p>
        ) : outcome.value instanceof Error ? (
          <ErrorNotice error={outcome.value} />
        ) : (
          <JsonView value={outcome.value.json} />
        )}
      </Card>
    </div>
  );
};

const readStatus = (outcome: unknown): number =>
  outcome instanceof ApiError ? outcome.status : 200;

const validateText = (
  text: string,
  schema: Parameters<typeof findSchemaViolations>[1],
  document: ApiDocument,
): readonly string[] => {
  if (text === "") return [];
  try {
    return findSchemaViolations(JSON.parse(text) as unknown, schema, document);
  } catch {
    return ["Not valid JSON."];
  }
};

/** Fills a body with values of the ledger that a schema cannot supply. */
const fillBodyFromLedger = (path: string, body: unknown): unknown => {
  if (typeof body !== "object" || body === null) return body;
  const as = viewingParties.peek();
  const everybody = as === "everybody" ? knownParties.peek().slice(0, 1) : as;
  const known: Readonly<Record<string, unknown>> = {
    activeAtOffset: ledgerEnd.peek(),
    eventFormat: createEventFormatForView(as),
    updateFormat: createUpdateFormatForView(as, ledgerEffectsShape),
    beginExclusive: 0,
    endInclusive: ledgerEnd.peek(),
    userId: currentUser.peek()?.id ?? "explorer",
    parties: everybody,
    actAs: everybody,
    offset: ledgerEnd.peek(),
  };
  const wanted: Readonly<Record<string, readonly string[]>> = {
    "/v2/state/active-contracts": ["eventFormat"],
    "/v2/updates": ["updateFormat", "endInclusive"],
  };
  const names = new Set([...Object.keys(body), ...(wanted[path] ?? [])]);
  return Object.fromEntries(
    [...names].map((name) => [
      name,
      Object.hasOwn(known, name) ? known[name] : (body as Readonly<Record<string, unknown>>)[name],
    ]),
  );
};
