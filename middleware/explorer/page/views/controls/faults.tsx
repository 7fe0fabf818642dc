import { useSignal } from "@preact/signals";

import type { Fault, FaultRule } from "../../../../../lib/index.ts";
import { useAnswer } from "../../ground/asking.ts";
import { askControl } from "../../ground/client.ts";
import { version } from "../../ground/ledger.ts";
import { useDeed } from "../../parts/deed.tsx";
import { Card } from "../../parts/layout.tsx";
import { Answered } from "../../parts/notices.tsx";
import { valueLine } from "../../parts/value.tsx";

interface Rules {
  readonly faults: readonly Fault[];
  readonly latencies: readonly { readonly name: string }[];
}

/** What may be chosen; rules that say more are written as JSON. */
const actions: Readonly<Record<string, FaultRule["then"]>> = {
  "refuse: the participant is busy": { refuse: "PARTICIPANT_BACKPRESSURE" },
  "delay by a second": { delay: "1s" },
  "cut the connection": "cut",
  "commit, and lose the answer": "loseAnswer",
  "do it twice": "twice",
  "lose the race for contracts": "contend",
  "expire the token": "expireToken",
  "take page tokens for stale": "staleToken",
  "prune the ledger first": "prune",
};

/** What is to go wrong with the calls of clients, and what each rule has done. */
export const Faults = () => {
  const { run, told } = useDeed();
  const answer = useAnswer(
    version.value,
    (signal) => askControl("faults", { signal }) as Promise<Rules>,
  );
  const set = (rules: readonly FaultRule[], done: string): void =>
    void run(async () => {
      await askControl("faults", { body: { faults: rules } });
      return done;
    });
  return (
    <Answered answer={answer} what="the faults">
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
                        await askControl("faults/restart", { method: "POST" });
                        return "All rules count from the beginning.";
                      })
                    }
                  >
                    Count anew
                  </button>
                  <button
                    type="button"
                    class="quiet"
                    onClick={() => set([], "No faults any more.")}
                  >
                    Clear
                  </button>
                </>
              )
            }
          >
            <div class="stack">
              {faults.length > 0 && (
                <Standing
                  faults={faults}
                  remove={(index) => set(rules.toSpliced(index, 1), "The rule is gone.")}
                />
              )}
              <NewRule
                latencies={latencies.map(({ name }) => name)}
                add={(rule) => set([...rules, rule], "The rule stands.")}
              />
              {told}
            </div>
          </Card>
        );
      }}
    </Answered>
  );
};

interface StandingProps {
  readonly faults: readonly Fault[];
  readonly remove: (index: number) => void;
}

const Standing = ({ faults, remove }: StandingProps) => (
  <table>
    <thead>
      <tr>
        <th>Rule</th>
        <th>When</th>
        <th>Then</th>
        <th>Met</th>
        <th>Struck</th>
        <th>
          <span class="hidden">What to do</span>
        </th>
      </tr>
    </thead>
    <tbody>
      {faults.map(({ name, rule, met, struck }, index) => (
        <tr key={name}>
          <td>
            <bdi>{name}</bdi>
          </td>
          <td>{rule.when === undefined ? "any call" : valueLine(rule.when)}</td>
          <td>{valueLine(rule.then)}</td>
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

/** What calls are told apart by, beside their operation. */
const matched = [
  { name: "user", label: "By user", type: "text", placeholder: "any" },
  { name: "party", label: "That name the party", type: "text", placeholder: "any" },
  { name: "template", label: "That name the template", type: "text", placeholder: "any" },
  { name: "commandId", label: "Of command", type: "text", placeholder: "any" },
  { name: "nth", label: "Of these the nth", type: "number", placeholder: "all", min: 1 },
  { name: "every", label: "Of these every nth", type: "number", placeholder: "all", min: 1 },
  {
    name: "probability",
    label: "With probability",
    type: "number",
    placeholder: "1",
    min: 0,
    max: 1,
    step: "any",
  },
] as const;

const matchOf = (given: Readonly<Record<string, string>>): FaultRule["when"] =>
  Object.fromEntries(
    matched.flatMap(({ name, type }) => {
      const value = given[name] ?? "";
      return value === "" ? [] : [[name, type === "number" ? Number(value) : value]];
    }),
  );

const NewRule = ({ latencies, add }: NewRuleProps) => {
  const operation = useSignal("submit*");
  const match = useSignal<Readonly<Record<string, string>>>({});
  const action = useSignal("commit, and lose the answer");
  const times = useSignal("1");
  const profiles = Object.fromEntries(
    latencies.map((name) => [`latency of ${name}`, { delay: { as: name } }]),
  ) as Readonly<Record<string, FaultRule["then"]>>;
  const all = { ...actions, ...profiles };
  return (
    <form
      class="filters"
      onSubmit={(event) => {
        event.preventDefault();
        const then = all[action.value];
        if (then === undefined) return;
        const when = {
          ...(operation.value === "" ? {} : { operation: operation.value }),
          ...matchOf(match.value),
        };
        add({ when, then, ...(times.value === "" ? {} : { times: Number(times.value) }) });
      }}
    >
      <label class="field">
        <span>Of calls of (* for anything)</span>
        <input
          type="text"
          value={operation.value}
          onInput={({ currentTarget }) => (operation.value = currentTarget.value)}
        />
      </label>
      {matched.map(({ name, label, ...input }) => (
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
      <label class="field">
        <span>Let it</span>
        <select
          value={action.value}
          onChange={({ currentTarget }) => (action.value = currentTarget.value)}
        >
          {Object.keys(all).map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <label class="field">
        <span>So many times</span>
        <input
          type="number"
          min={1}
          placeholder="always"
          value={times.value}
          onInput={({ currentTarget }) => (times.value = currentTarget.value)}
        />
      </label>
      <button type="submit" class="quiet">
        Add the rule
      </button>
    </form>
  );
};
