import { useSignal } from "@preact/signals";

import type { Fault, FaultRule } from "../../../../../lib/index.ts";
import { callControlApi } from "../../base/client.ts";
import type { FaultRules } from "../../base/control.ts";
import { ledgerRefreshSignal } from "../../base/ledger.ts";
import { useLoadedValue } from "../../base/use-loaded-value.ts";
import { Card } from "../../parts/layout.tsx";
import { LoadedValueView } from "../../parts/notices.tsx";
import { useLedgerAction } from "../../parts/use-ledger-action.tsx";
import { formatValueLine } from "../../parts/value.tsx";

/** An action of a fault rule, with its form. */
interface FaultAction {
  readonly then: (detail: string) => FaultRule["then"];
  readonly detail?: { readonly label: string; readonly first?: string; readonly none?: string };
}

const faultActions: Readonly<Record<string, FaultAction>> = {
  "commit, lose the answer": { then: () => "loseAnswer" },
  "commit, time out": { then: () => ({ loseAnswer: "timeout" }) },
  "refuse with a code": {
    // The ledger refuses an unknown code.
    then: (code) => ({ refuse: code }) as FaultRule["then"],
    detail: { label: "Code", first: "PARTICIPANT_BACKPRESSURE" },
  },
  delay: {
    then: (text) => parseDelay(text),
    detail: { label: "Delay (1s, or 1s to 3s)", first: "1s" },
  },
  "close the connection": {
    then: (after) => (after === "" ? "cut" : { cut: { after: Number(after) } }),
    detail: { label: "After items", none: "at once" },
  },
  "execute twice": { then: () => "twice" },
  "lose the race for contracts": { then: () => "contend" },
  "expire the token": {
    then: (after) => (after === "" ? "expireToken" : { expireToken: { after: Number(after) } }),
    detail: { label: "After items", none: "at once" },
  },
  "treat page tokens as stale": { then: () => "staleToken" },
  "prune the ledger first": {
    then: (keep) => (keep === "" ? "prune" : { prune: { keep: Number(keep) } }),
    detail: { label: "Keep offsets", none: "none" },
  },
};

const parseDelay = (text: string): FaultRule["then"] => {
  const [from = "", to] = text.split(/\sto\s/).map((each) => each.trim());
  return { delay: to === undefined ? from : { from, to } };
};

/** The fault rules with their counts, and a form for new ones. */
export const Faults = () => {
  const { run, told } = useLedgerAction();
  const answer = useLoadedValue(
    "faults",
    ledgerRefreshSignal.value,
    (signal) => callControlApi("faults", { signal }) as Promise<FaultRules>,
  );
  const set = (rules: readonly FaultRule[], done: string): void =>
    void run(async () => {
      await callControlApi("faults", { body: { faults: rules } });
      return done;
    });
  return (
    <LoadedValueView answer={answer} what="the faults">
      {({ faults, latencies }) => {
        const rules = faults.map(({ rule }) => rule);
        return (
          <Card
            title="Faults and latency"
            actions={
              faults.length > 0 && (
                <>
                  <button
                    type="button"
                    class="quiet"
                    onClick={() =>
                      void run(async () => {
                        await callControlApi("faults/restart", { method: "POST" });
                        return "All counts were reset.";
                      })
                    }
                  >
                    Reset counts
                  </button>
                  <button
                    type="button"
                    class="quiet"
                    onClick={() => set([], "All rules were removed.")}
                  >
                    Clear
                  </button>
                </>
              )
            }
          >
            <div class="stack">
              {faults.length > 0 && (
                // A scrolling element must be focusable for keyboard users.
                <div class="scrolls" tabIndex={0} role="group" aria-label="Active rules">
                  <ActiveRules
                    faults={faults}
                    remove={(index) => set(rules.toSpliced(index, 1), "The rule was removed.")}
                  />
                </div>
              )}
              <NewRule
                latencies={latencies.map(({ name }) => name)}
                add={(rule) => set([...rules, rule], "The rule was added.")}
              />
              {told}
            </div>
          </Card>
        );
      }}
    </LoadedValueView>
  );
};

interface ActiveRulesProps {
  readonly faults: readonly Fault[];
  readonly remove: (index: number) => void;
}

const ActiveRules = ({ faults, remove }: ActiveRulesProps) => (
  <table>
    <thead>
      <tr>
        <th>Rule</th>
        <th>When</th>
        <th>Then</th>
        <th>Matched</th>
        <th>Applied</th>
        <th>
          <span class="hidden">Actions</span>
        </th>
      </tr>
    </thead>
    <tbody>
      {faults.map(({ name, rule, met, struck }, index) => (
        <tr key={name}>
          <td>
            <bdi>{name}</bdi>
          </td>
          <td>{rule.when === undefined ? "any call" : formatValueLine(rule.when)}</td>
          <td>{formatValueLine(rule.then)}</td>
          <td class="mono">{met}</td>
          <td class="mono">{struck}</td>
          <td>
            <button type="button" class="quiet" onClick={() => remove(index)}>
              Remove<span class="hidden"> {name}</span>
            </button>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

interface NewRuleProps {
  readonly latencies: readonly string[];
  readonly add: (rule: FaultRule) => void;
}

/** Conditions of a rule in addition to the operation. */
const conditionFields = [
  { name: "user", label: "comes from the user", type: "text", placeholder: "any" },
  { name: "party", label: "mentions the party", type: "text", placeholder: "any" },
  { name: "template", label: "mentions the template", type: "text", placeholder: "any" },
  { name: "commandId", label: "has the command id", type: "text", placeholder: "any" },
  { name: "nth", label: "Only the nth", type: "number", placeholder: "all", min: 1 },
  { name: "every", label: "is every nth", type: "number", placeholder: "all", min: 1 },
  {
    name: "probability",
    label: "with probability",
    type: "number",
    placeholder: "1",
    min: 0,
    max: 1,
    step: "any",
  },
] as const;

const toFaultCondition = (given: Readonly<Record<string, string>>): FaultRule["when"] =>
  Object.fromEntries(
    conditionFields.flatMap(({ name, type }) => {
      const value = given[name] ?? "";
      return value === "" ? [] : [[name, type === "number" ? Number(value) : value]];
    }),
  );

const NewRule = ({ latencies, add }: NewRuleProps) => {
  const operation = useSignal("submit*");
  const match = useSignal<Readonly<Record<string, string>>>({});
  const action = useSignal("commit, lose the answer");
  const times = useSignal("1");
  const detail = useSignal("");
  const profiles = Object.fromEntries(
    latencies.map((name): [string, FaultAction] => [
      `latency of ${name}`,
      { then: () => ({ delay: { as: name } }) as FaultRule["then"] },
    ]),
  );
  const all = { ...faultActions, ...profiles };
  const asked = all[action.value]?.detail;
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        const then = all[action.value]?.then(detail.value);
        if (then === undefined) return;
        const when = {
          ...(operation.value === "" ? {} : { operation: operation.value }),
          ...toFaultCondition(match.value),
        };
        add({ when, then, ...(times.value === "" ? {} : { times: Number(times.value) }) });
      }}
    >
      <div class="halves">
        <fieldset>
          <legend>When a call</legend>
          <div class="grid">
            <label class="field">
              <span>is of the operation</span>
              <input
                type="text"
                placeholder="any"
                value={operation.value}
                onInput={({ currentTarget }) => (operation.value = currentTarget.value)}
              />
            </label>
            {conditionFields.map(({ name, label, ...input }) => (
              <label class="field" key={name}>
                <span>{label}</span>
                <input
                  {...input}
                  value={match.value[name] ?? ""}
                  onInput={({ currentTarget: { value } }) =>
                    (match.value = { ...match.value, [name]: value })
                  }
                />
              </label>
            ))}
          </div>
        </fieldset>
        <fieldset>
          <legend>Then</legend>
          <div class="grid">
            <label class="field">
              <span>Do</span>
              <select
                value={action.value}
                onChange={({ currentTarget }) => {
                  action.value = currentTarget.value;
                  detail.value = all[currentTarget.value]?.detail?.first ?? "";
                }}
              >
                {Object.keys(all).map((name) => (
                  <option key={name}>{name}</option>
                ))}
              </select>
            </label>
            {asked !== undefined && (
              <label class="field">
                <span>{asked.label}</span>
                <input
                  type="text"
                  required={asked.none === undefined}
                  placeholder={asked.none}
                  value={detail.value}
                  onInput={({ currentTarget }) => (detail.value = currentTarget.value)}
                />
              </label>
            )}
            <label class="field">
              <span>Times</span>
              <input
                type="number"
                min={1}
                placeholder="always"
                value={times.value}
                onInput={({ currentTarget }) => (times.value = currentTarget.value)}
              />
            </label>
          </div>
        </fieldset>
      </div>
      <div class="actions">
        <button type="submit" class="primary">
          Add the rule
        </button>
        <span class="soft">Texts may contain * as a wildcard.</span>
      </div>
    </form>
  );
};
