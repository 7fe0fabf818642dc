import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";

import type { CommandInput, CommandsInput, TransactionJson, Type } from "../../../../lib/api.ts";
import { createViewUrl, urlQuery } from "../base/address.ts";
import { ApiError, callControlApi, callLedgerApi } from "../base/client.ts";
import {
  fetchJournaledRequest,
  getCommandArgument,
  readJournaledCommands,
} from "../base/journal.ts";
import { currentUser, currentUserRights, reloadLedgerContent } from "../base/ledger.ts";
import { splitTypeName } from "../base/names.ts";
import { canActAs } from "../base/rights.ts";
import { loadDataDefinitionLookup } from "../base/types.ts";
import { useLoadedValue } from "../base/use-loaded-value.ts";
import { createEventFormatForView, viewingParties } from "../base/view-settings.ts";
import { ActRightsNotice } from "../parts/act-rights-notice.tsx";
import { CopyButton } from "../parts/copy.tsx";
import { Icon } from "../parts/icons.tsx";
import { Card } from "../parts/layout.tsx";
import { PartyLink } from "../parts/names.tsx";
import { ErrorNotice, LoadedValueView } from "../parts/notices.tsx";
import { PartyPicker } from "../parts/party-picker.tsx";
import { JsonView } from "../parts/value.tsx";
import {
  createSubmissionCurlCommand,
  createSubmissionFetchCode,
  createSubmissionTestCode,
} from "./code-snippets.ts";
import { type CommandForecast, CommandResult, DryRunResult } from "./command-result.tsx";
import { FailureTrace } from "./failure-trace.tsx";
import { createActingPartyFixButtons } from "./fixes.tsx";
import { createInitialFormValue } from "./initial-value.ts";
import { type InputFault, TypedValueInput } from "./typed-value-input.tsx";

interface CommandFormProps {
  readonly title: ComponentChildren;
  readonly verb: string;
  readonly type: Type;
  /** Template or interface whose package defines the argument's type. */
  readonly typeId: string;
  readonly command: (argument: unknown) => CommandInput;
  /** Parties that probably act. */
  readonly actAs: readonly string[];
  /** Called before the page loads the changed ledger. */
  readonly sent?: (transaction: TransactionJson) => void;
}

/** Form for a command, generated from its type. The command can be sent, tried, or copied. */
export const CommandForm = (props: CommandFormProps) => {
  const { packageId } = splitTypeName(props.typeId);
  const from = urlQuery.value.get("from") ?? "";
  const answer = useLoadedValue(`${packageId}|${from}`, 0, async (signal) => {
    const definitions = await loadDataDefinitionLookup(packageId);
    return { definitions, commands: await readSentCommands(from, signal) };
  });
  return (
    <LoadedValueView answer={answer} what="the types">
      {({ definitions, commands }) => {
        const [command] = commands?.commands ?? [];
        const initial =
          (command && getCommandArgument(command)) ??
          createInitialFormValue(props.type, definitions);
        const actAs = commands?.actAs ?? selectLikelyActors(props.actAs);
        return <Form {...props} actAs={actAs} initial={initial} definitions={definitions} />;
      }}
    </LoadedValueView>
  );
};

/** Returns the commands of a request in the journal, to change them and send them again. */
const readSentCommands = async (
  from: string,
  signal: AbortSignal,
): Promise<CommandsInput | undefined> =>
  from === "" ? undefined : readJournaledCommands(await fetchJournaledRequest(from, signal));

interface FormProps extends CommandFormProps {
  readonly initial: unknown;
  readonly definitions: Awaited<ReturnType<typeof loadDataDefinitionLookup>>;
}

type CommandOutcome =
  | { readonly kind: "sent"; readonly transaction: TransactionJson }
  | { readonly kind: "would do"; readonly forecast: CommandForecast | undefined }
  | { readonly kind: "refused"; readonly error: Error };

const Form = (props: FormProps) => {
  const { type, definitions, command, verb, title } = props;
  const argument = useSignal(props.initial);
  const actAs = useSignal(props.actAs);
  const commandId = useSignal(createCommandId());
  const outcome = useSignal<CommandOutcome | undefined>(undefined);
  const isSending = useSignal(false);

  const commands: CommandsInput = {
    commands: [command(argument.value)],
    commandId: commandId.value,
    actAs: actAs.value,
    ...(currentUser.value === undefined ? { userId: "explorer" } : {}),
  };
  const body = { commands };
  const run = async (send: () => Promise<CommandOutcome>): Promise<void> => {
    isSending.value = true;
    try {
      outcome.value = await send();
    } catch (error) {
      outcome.value = { kind: "refused", error: error as Error };
    }
    isSending.value = false;
  };
  const submit = (): Promise<void> =>
    run(async () => {
      const format = {
        eventFormat: createEventFormatForView(viewingParties.peek()),
        transactionShape: "TRANSACTION_SHAPE_LEDGER_EFFECTS",
      };
      const { transaction } = (await callLedgerApi("/v2/commands/submit-and-wait-for-transaction", {
        body: { ...body, transactionFormat: format },
      })) as { readonly transaction: TransactionJson };
      commandId.value = createCommandId();
      props.sent?.(transaction);
      await reloadLedgerContent();
      return { kind: "sent", transaction };
    });
  /** Interprets the command without committing it. */
  const tryOut = (): Promise<void> =>
    run(async () => {
      await callLedgerApi("/v2/interactive-submission/prepare", {
        body: { ...commands, ...preparationDefaults },
      });
      // The control API does not check the rights of the user, which the request above did.
      const forecast = await callControlApi("dry-run", { body: commands }).catch(() => undefined);
      return { kind: "would do", forecast: forecast as CommandForecast | undefined };
    });
  const refused = outcome.value?.kind === "refused" ? outcome.value.error : undefined;
  const code = refused instanceof ApiError ? refused.refusal.code : undefined;
  const fault = findArgumentFault(refused);
  return (
    <div class="side-by-side">
      <Card title={title}>
        <ActRightsNotice />
        <form
          class="stack"
          onSubmit={(event) => {
            event.preventDefault();
            void submit();
          }}
        >
          <div class="record-field">
            <span class="field-name">Act as</span>
            <div class="actions">
              {actAs.value.map((party) => (
                <span class="tag" key={party}>
                  <PartyLink party={party} isPlain isText />
                  <button
                    type="button"
                    class="bare"
                    onClick={() => (actAs.value = actAs.value.filter((each) => each !== party))}
                  >
                    <Icon name="close" />
                    <span class="hidden">Do not act as {party}</span>
                  </button>
                </span>
              ))}
              <PartyPicker
                label="Act as"
                placeholder="a party …"
                isSmall
                pick={(party) => (actAs.value = [...new Set([...actAs.value, party])])}
              />
            </div>
          </div>
          <TypedValueInput
            type={type}
            definitions={definitions}
            label="argument"
            value={argument.value}
            change={(value) => (argument.value = value)}
            path={[]}
            fault={fault}
          />
          {refused !== undefined && (
            <ErrorNotice
              error={refused}
              fixes={createActingPartyFixButtons(refused, {
                actAs: actAs.value,
                setActAs: (parties) => {
                  actAs.value = parties;
                  outcome.value = undefined;
                },
              })}
            />
          )}
          {refused !== undefined && <FailureTrace key={commandId.value} commands={commands} />}
          {outcome.value?.kind === "sent" && (
            <CommandResult transaction={outcome.value.transaction} />
          )}
          {outcome.value?.kind === "would do" && <DryRunResult forecast={outcome.value.forecast} />}
          <div class="actions">
            <button type="submit" class="primary" disabled={isSending.value}>
              {verb}
            </button>
            <button
              type="button"
              class="quiet"
              disabled={isSending.value}
              onClick={() => void tryOut()}
            >
              Dry run
            </button>
          </div>
        </form>
      </Card>
      <Card
        title="The command"
        actions={
          <>
            <a
              class="quiet"
              href={createViewUrl("/console", {
                operation: "POST /v2/commands/submit-and-wait-for-transaction",
                body: JSON.stringify(body),
              })}
            >
              Open in console
            </a>
            <CopyButton
              what="as curl"
              label="curl"
              text={() => createSubmissionCurlCommand(body)}
            />
            <CopyButton
              what="as fetch"
              label="fetch"
              text={() => createSubmissionFetchCode(body)}
            />
            <CopyButton
              what="as test"
              label="test"
              text={() => createSubmissionTestCode(commands, code)}
            />
          </>
        }
      >
        <JsonView value={body} />
      </Card>
    </div>
  );
};

/** Required fields of a request to prepare; the ledger chooses the synchronizer. */
const preparationDefaults = {
  synchronizerId: "",
  packageIdSelectionPreference: [],
  verboseHashing: false,
};

const createCommandId = (): string => `explorer-${crypto.randomUUID().slice(0, 8)}`;

/**
 * Returns the viewing parties or the given parties, as far as the user may act as them, or may grant
 * itself that right.
 */
const selectLikelyActors = (likely: readonly string[]): readonly string[] => {
  const as = viewingParties.peek();
  const wanted = as === "everybody" ? likely : as;
  return currentUserRights.peek().isAdmin ? wanted : wanted.filter(canActAs);
};

/** Returns the place in the argument that the error names. */
const findArgumentFault = (error: Error | undefined): InputFault | undefined => {
  if (!(error instanceof ApiError)) return undefined;
  const { hint, cause } = error.refusal;
  const [, within] =
    /\/(?:createArguments|choiceArgument)(?:$|\/(.*))/.exec(hint?.pointer ?? "") ?? [];
  if (within === undefined) return undefined;
  const path = within.split("/").map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  return { path, text: hint?.expected == null ? cause : `expected ${hint.expected}` };
};
