import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";

import type { DataDefinition, ListVettedPackagesResponse, Type } from "../../../../../lib/api.ts";
import type {
  ChoiceFacts,
  PackageSummary,
  PackageWithDefinitions,
} from "../../../package-with-definitions.ts";
import {
  changeUrlParameters,
  createViewUrl,
  escapePathSegment,
  urlQuery,
} from "../../base/address.ts";
import { callLedgerApi } from "../../base/client.ts";
import { formatCount } from "../../base/count.ts";
import {
  currentUserRights,
  ledgerContentChangeCount,
  packageSummaries,
} from "../../base/ledger.ts";
import { readQualifiedName, splitTypeName } from "../../base/names.ts";
import { getSynchronizerAlias } from "../../base/synchronizers.ts";
import { formatDamlType, loadPackageWithDefinitions } from "../../base/types.ts";
import { useLoadedValue } from "../../base/use-loaded-value.ts";
import { Graph } from "../../parts/graph.tsx";
import { Card, LabelledValue, LabelledValues } from "../../parts/layout.tsx";
import { CopyableShortId, SynchronizerLink } from "../../parts/names.tsx";
import { LoadedValueView } from "../../parts/notices.tsx";
import { useLedgerAction } from "../../parts/use-ledger-action.tsx";
import { findDefinitionDifferences } from "./differences.ts";

interface DetailProps {
  readonly summary: PackageSummary;
  /** Version to compare with. */
  readonly other: string | null;
}

export const PackageDetail = ({ summary, other }: DetailProps) => {
  const answer = useLoadedValue(summary.packageId, 0, () =>
    loadPackageWithDefinitions(summary.packageId),
  );
  const versions = packageSummaries.value.filter(({ name }) => name === summary.name);
  return (
    <div class="stack">
      <Card
        title={
          <>
            <bdi>{summary.name}</bdi> {summary.version}
          </>
        }
      >
        <LabelledValues isInARow>
          <LabelledValue name="Package">
            <CopyableShortId id={summary.packageId} />
          </LabelledValue>
          <LabelledValue name="Language">
            {summary.language === "typescript" ? "TypeScript" : `Daml-LF ${summary.language}`}
          </LabelledValue>
          <LabelledValue name="Dependencies">
            {formatCount(summary.dependencies.length, "package")}
          </LabelledValue>
          {versions.length > 1 && (
            <LabelledValue name="Compare with">
              <select
                aria-label="Compare with version"
                value={other ?? ""}
                onChange={({ currentTarget }) =>
                  changeUrlParameters({ beside: currentTarget.value }, "replace")
                }
              >
                <option value="">no other version</option>
                {versions
                  .filter(({ packageId }) => packageId !== summary.packageId)
                  .map(({ packageId, version }) => (
                    <option key={packageId} value={packageId}>
                      {version}
                    </option>
                  ))}
              </select>
            </LabelledValue>
          )}
        </LabelledValues>
      </Card>
      <Vetting packageId={summary.packageId} />
      {other !== null && <VersionComparison from={other} to={summary.packageId} />}
      <LoadedValueView answer={answer} what="the types">
        {(facts) => <TypeTable facts={facts} />}
      </LoadedValueView>
      <DependencyGraph summary={summary} />
    </div>
  );
};

const TypeTable = ({ facts }: { readonly facts: PackageWithDefinitions }) => {
  const definitionOf = (type: Type): DataDefinition | undefined =>
    type.kind === "named" && splitTypeName(type.id).packageId === facts.packageId
      ? facts.dataTypes[readQualifiedName(type.id)]
      : undefined;
  const shown = Object.entries(facts.dataTypes);
  const wanted = urlQuery.value.get("type");
  const target = useRef<HTMLDivElement>(null);
  useEffect(() => target.current?.scrollIntoView(), [wanted]);
  return (
    <>
      {Object.entries(facts.templates).map(([name, { payload, choices, key }]) => (
        <div key={name} ref={name === wanted ? target : null}>
          <Card
            kind="flush"
            title={
              <>
                {name.split(":").at(-1)} <span class="soft">template of {name.split(":")[0]}</span>
              </>
            }
            actions={
              <>
                <a
                  class="quiet"
                  href={createViewUrl("/contracts", { template: `${facts.packageId}:${name}` })}
                >
                  Contracts
                </a>
                <a
                  class="quiet"
                  href={createViewUrl("/create", {
                    template: `${facts.packageId}:${name}`,
                    at: undefined,
                  })}
                >
                  Create
                </a>
              </>
            }
          >
            <div class="pad">
              <Fields definition={definitionOf(payload)} />
              {key !== undefined && <p class="soft">Key: {formatDamlType(key)}</p>}
            </div>
            <ChoiceTable choices={choices} definitionOf={definitionOf} />
          </Card>
        </div>
      ))}
      {Object.entries(facts.interfaces).map(([name, { choices }]) => (
        <Card
          key={name}
          kind="flush"
          title={
            <>
              {name.split(":").at(-1)} <span class="soft">interface of {name.split(":")[0]}</span>
            </>
          }
        >
          <ChoiceTable choices={choices} definitionOf={definitionOf} />
        </Card>
      ))}
      {shown.length > 0 && (
        <Card title={formatCount(shown.length, "data type")}>
          <details>
            <summary>Show them</summary>
            <dl class="types">
              {shown.slice(0, 400).map(([name, definition]) => (
                <div key={name}>
                  <dt class="mono">{name}</dt>
                  <dd>
                    <Fields definition={definition} />
                  </dd>
                </div>
              ))}
            </dl>
          </details>
        </Card>
      )}
    </>
  );
};

interface ChoicesProps {
  readonly choices: readonly ChoiceFacts[];
  readonly definitionOf: (type: Type) => DataDefinition | undefined;
}

const ChoiceTable = ({ choices, definitionOf }: ChoicesProps) => (
  <table>
    <thead>
      <tr>
        <th>Choice</th>
        <th>Argument</th>
        <th>Result</th>
      </tr>
    </thead>
    <tbody>
      {choices.map(({ name, consuming, argument, result }) => (
        <tr key={name}>
          <td>
            {name} <span class="soft">{consuming ? "consuming" : "non-consuming"}</span>
          </td>
          <td>
            <Fields definition={definitionOf(argument)} />
          </td>
          <td class="mono">{formatDamlType(result)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

const Fields = ({ definition }: { readonly definition: DataDefinition | undefined }) => {
  if (definition === undefined) return <span class="soft">of another package</span>;
  if (definition.kind === "enum") {
    return <span class="mono">{definition.constructors.join(" | ")}</span>;
  }
  const fields = definition.kind === "record" ? definition.fields : definition.constructors;
  if (fields.length === 0) return <span class="soft">none</span>;
  return (
    <span class="fields">
      {fields.map(({ name, type }) => (
        <span key={name}>
          {name} <span class="tree-type">{formatDamlType(type)}</span>
        </span>
      ))}
    </span>
  );
};

/** Graph of the dependencies, and their dependencies. */
const DependencyGraph = ({ summary }: { readonly summary: PackageSummary }) => {
  const known = new Map(packageSummaries.value.map((each) => [each.packageId, each]));
  const near = [summary.packageId, ...summary.dependencies].filter((id) => known.has(id));
  const shown = near.slice(0, 30);
  const edges = shown.flatMap((from) =>
    (known.get(from)?.dependencies ?? [])
      .filter((to) => shown.includes(to))
      .map((to) => ({ from, to })),
  );
  if (shown.length < 2) return null;
  return (
    <Card kind="flush" title="Dependencies">
      <Graph
        label="Dependencies between packages"
        nodes={shown.map((id) => ({
          id,
          isChosen: id === summary.packageId,
          link: createViewUrl(`/packages/${escapePathSegment(id)}`),
          content: (
            <>
              <b>{known.get(id)?.name}</b>
              <span class="soft">{known.get(id)?.version}</span>
            </>
          ),
        }))}
        edges={edges}
      />
      {near.length > shown.length && <p class="pad soft">and {near.length - shown.length} more</p>}
    </Card>
  );
};

/** Vetting by synchronizer, which can be tried first. */
const Vetting = ({ packageId }: { readonly packageId: string }) => {
  const { run, told } = useLedgerAction();
  const isDry = useSignal(false);
  const answer = useLoadedValue(packageId, ledgerContentChangeCount.value, fetchVettedPackages);
  const vet = (synchronizerId: string, isVetted: boolean): void =>
    void run(async () => {
      const list = { packages: [{ packageId }] };
      const operation = isVetted ? { Unvet: { value: list } } : { Vet: { value: list } };
      await callLedgerApi("/v2/package-vetting/update", {
        body: { changes: [{ operation }], dryRun: isDry.value, synchronizerId },
      });
      const what = isVetted ? "not vetted" : "vetted";
      const where = getSynchronizerAlias(synchronizerId);
      return isDry.value
        ? `It would be ${what} on ${where}. Nothing was changed.`
        : `Now ${what} on ${where}.`;
    });
  return (
    <Card
      title="Vetting"
      actions={
        <label class="check">
          <input
            type="checkbox"
            checked={isDry.value}
            onChange={({ currentTarget }) => (isDry.value = currentTarget.checked)}
          />
          dry run
        </label>
      }
    >
      <LoadedValueView answer={answer} what="the vetting state">
        {(vetted) => (
          <div class="stack">
            <ul class="actions">
              {vetted.map(({ synchronizerId, packages: all }) => {
                const isVetted = all.some((each) => each.packageId === packageId);
                return (
                  <li key={synchronizerId} class="actions">
                    <span class={isVetted ? "tag good" : "tag"}>
                      {isVetted ? "vetted" : "not vetted"} on{" "}
                      <SynchronizerLink id={synchronizerId} />
                    </span>
                    {currentUserRights.value.isAdmin && (
                      <button
                        type="button"
                        class="quiet"
                        onClick={() => vet(synchronizerId, isVetted)}
                      >
                        {isVetted ? "Unvet" : "Vet"}
                        <span class="hidden"> on {getSynchronizerAlias(synchronizerId)}</span>
                      </button>
                    )}
                  </li>
                );
              })}
            </ul>
            {told}
          </div>
        )}
      </LoadedValueView>
    </Card>
  );
};

/** Loads the vetted packages of each synchronizer, page by page. */
const fetchVettedPackages = async (
  signal: AbortSignal,
): Promise<ListVettedPackagesResponse["vettedPackages"]> => {
  const found: ListVettedPackagesResponse["vettedPackages"][number][] = [];
  let pageToken = "";
  for (;;) {
    const answer = (await callLedgerApi("/v2/package-vetting/list", {
      body: { pageToken, pageSize: 100 },
      signal,
    })) as ListVettedPackagesResponse;
    found.push(...answer.vettedPackages);
    if (answer.vettedPackages.length === 0 || answer.nextPageToken === "") return found;
    pageToken = answer.nextPageToken;
  }
};

const VersionComparison = ({ from, to }: { readonly from: string; readonly to: string }) => {
  const answer = useLoadedValue(`${from}|${to}`, 0, () =>
    Promise.all([loadPackageWithDefinitions(from), loadPackageWithDefinitions(to)]),
  );
  return (
    <LoadedValueView answer={answer} what="both versions">
      {([before, after]) => {
        const found = findDefinitionDifferences(before, after);
        return (
          <Card kind="flush" title={`From ${before.version} to ${after.version}`}>
            <table>
              <thead>
                <tr>
                  <th>What</th>
                  <th>{before.version}</th>
                  <th>{after.version}</th>
                </tr>
              </thead>
              <tbody>
                {found.map(({ what, was, is }) => (
                  <tr key={what}>
                    <td class="mono">{what}</td>
                    <td class="mono">{was ?? <span class="soft">absent</span>}</td>
                    <td class="mono">{is ?? <span class="soft">removed</span>}</td>
                  </tr>
                ))}
                {found.length === 0 && (
                  <tr>
                    <td colSpan={3} class="soft">
                      The types are equal.
                    </td>
                  </tr>
                )}
              </tbody>
            </table>
          </Card>
        );
      }}
    </LoadedValueView>
  );
};
