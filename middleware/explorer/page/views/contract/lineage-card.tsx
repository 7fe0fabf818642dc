import {
  changeUrlParameters,
  createViewUrl,
  escapePathSegment,
  urlQuery,
} from "../../base/address.ts";
import { readEntityName } from "../../base/names.ts";
import { useLoadedValue } from "../../base/use-loaded-value.ts";
import {
  shownOffset,
  viewedContentKey,
  viewingParties,
  viewRefreshSignal,
} from "../../base/view-settings.ts";
import { Graph } from "../../parts/graph.tsx";
import { Card } from "../../parts/layout.tsx";
import { ContractLink } from "../../parts/names.tsx";
import { LoadedValueView } from "../../parts/notices.tsx";
import { formatValueLine } from "../../parts/value.tsx";
import { type ContractLineage, type LineageContract, searchContractLineage } from "./lineage.ts";

interface LineageProps {
  readonly contractId: string;
  readonly exercisedAt: readonly number[];
}

/** The contracts from which a contract was created, and those that replaced it; loaded on request. */
export const LineageCard = (props: LineageProps) => {
  const isShown = urlQuery.value.get("lineage") === "1";
  return (
    <Card
      kind={isShown ? "flush" : ""}
      title="Lineage"
      actions={
        <button
          type="button"
          class="quiet"
          aria-expanded={isShown}
          onClick={() => changeUrlParameters({ lineage: isShown ? undefined : "1" }, "replace")}
        >
          {isShown ? "Hide" : "Show where it came from, and what became of it"}
        </button>
      }
    >
      {isShown && <LoadedLineage {...props} />}
    </Card>
  );
};

const LoadedLineage = ({ contractId, exercisedAt }: LineageProps) => {
  const subject = `${contractId}|${viewedContentKey.value}`;
  const answer = useLoadedValue(subject, viewRefreshSignal.value, (signal) =>
    searchContractLineage(
      contractId,
      { as: viewingParties.peek(), exercisedAt, end: shownOffset.peek() },
      signal,
    ),
  );
  return (
    <LoadedValueView answer={answer} what="the lineage">
      {(lineage) => <LineageGraph lineage={lineage} contractId={contractId} />}
    </LoadedValueView>
  );
};

interface PictureProps {
  readonly lineage: ContractLineage;
  readonly contractId: string;
}

const LineageGraph = ({ lineage: { contracts, steps, isCut }, contractId }: PictureProps) => {
  if (steps.length === 0) {
    return (
      <p class="pad soft">
        A command created this contract directly, and no visible choice made others from it.
      </p>
    );
  }
  const nodes = contracts.map((each) => ({
    id: each.contractId,
    isChosen: each.contractId === contractId,
    link: createViewUrl(`/contracts/${escapePathSegment(each.contractId)}`, { lineage: "1" }),
    content: <ContractLabel contract={each} />,
  }));
  return (
    <>
      <Graph
        label="Contracts that this contract came from, and those that came from it"
        nodes={nodes}
        edges={steps.map(({ from, to, choice }) => ({ from, to, label: choice }))}
      />
      <ul class="pad lineage-steps">
        {steps.map(({ from, to, choice, offset }) => (
          <li key={`${from} ${to}`}>
            <ContractLink id={from} /> → <ContractLink id={to} /> by {choice} in{" "}
            <a href={createViewUrl(`/updates/${offset}`)}>update {offset}</a>
          </li>
        ))}
      </ul>
      {isCut && <p class="pad soft">Only the nearest contracts are shown.</p>}
    </>
  );
};

const ContractLabel = ({ contract }: { readonly contract: LineageContract }) => (
  <>
    <b>
      {readEntityName(contract.templateId)}
      {contract.isArchived && <span class="soft"> archived</span>}
    </b>
    <span class="soft">
      {contract.argument === undefined ? "not visible" : formatValueLine(contract.argument, 60)}
    </span>
  </>
);
