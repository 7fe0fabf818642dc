import { computed } from "@preact/signals";

import { createViewUrl, escapePathSegment } from "../base/address.ts";
import { knownParties, partyIdsShownToUser } from "../base/ledger.ts";
import {
  assignDistinctNameMarks,
  computeNameColorAndShape,
  formatUtcTime,
  getHintOfPartyId,
  readQualifiedName,
  readShortPartyFingerprint,
  shortenId,
  splitTypeName,
} from "../base/names.ts";
import { getSynchronizerAlias } from "../base/synchronizers.ts";
import { formatPackageLabel } from "../base/types.ts";
import { CopyButton } from "./copy.tsx";

interface PartyProps {
  readonly party: string;
  /** True to omit the fingerprint. */
  readonly isPlain?: boolean;
  /** True inside another control, where a link is not allowed. */
  readonly isText?: boolean;
}

/** Link to a party by its hint, with a constant colour; the title has the full id. */
export const PartyLink = ({ party, isPlain = false, isText = false }: PartyProps) => {
  partyIdsShownToUser.add(party);
  const name = (
    <>
      <PartyDot party={party} />
      <bdi class="party-hint">{getHintOfPartyId(party)}</bdi>
      {!isPlain && <span class="party-print">{readShortPartyFingerprint(party)}</span>}
    </>
  );
  return isText ? (
    <span class="party" title={party}>
      {name}
    </span>
  ) : (
    <a class="party" title={party} href={createViewUrl(`/parties/${escapePathSegment(party)}`)}>
      {name}
    </a>
  );
};

/** Marks of the parties of the ledger. */
const partyMarks = computed(() => assignDistinctNameMarks(knownParties.value));

export const PartyDot = ({ party }: { readonly party: string }) => {
  const { hue, shape } = partyMarks.value.get(party) ?? computeNameColorAndShape(party);
  return <i class={`party-dot ${shape}`} style={{ "--hue": hue }} />;
};

interface PartiesProps {
  readonly parties: readonly string[];
  /** Number of parties shown; the others are counted. */
  readonly most?: number;
  /** Returns the text for the parties that are not shown, from their number. */
  readonly formatRest?: (count: number) => string;
}

const formatRestInWords = (count: number): string => `and ${count.toLocaleString("en-GB")} more`;

export const PartyLinks = ({
  parties: all,
  most = 6,
  formatRest = formatRestInWords,
}: PartiesProps) => (
  <span class="parties">
    {all.slice(0, most).map((party) => (
      <PartyLink key={party} party={party} isPlain />
    ))}
    {all.length > most && (
      <span class="soft" title={all.slice(0, 200).join("\n")}>
        {formatRest(all.length - most)}
      </span>
    )}
  </span>
);

/** Parties in a row of a list: one or two, or the first and the number of the others. */
export const RowParties = ({ parties: all }: Pick<PartiesProps, "parties">) => (
  <PartyLinks
    parties={all}
    most={all.length > 2 ? 1 : 2}
    formatRest={(count) => `+${count.toLocaleString("en-GB")}`}
  />
);

export const ContractLink = ({ id }: { readonly id: string }) => (
  <a class="mono" href={createViewUrl(`/contracts/${escapePathSegment(id)}`)} title={id}>
    {shortenId(id)}
  </a>
);

export const UpdateLink = ({ id }: { readonly id: string }) => (
  <a class="mono" href={createViewUrl(`/updates/${escapePathSegment(id)}`)} title={id}>
    {shortenId(id)}
  </a>
);

/** Link to the commands of a user. */
export const UserCommandsLink = ({ id }: { readonly id: string }) => (
  <a href={createViewUrl("/commands", { user: id })}>
    <bdi>{id}</bdi>
  </a>
);

/** Alias of a synchronizer as a link; the title has the full id. */
export const SynchronizerLink = ({ id }: { readonly id: string }) => (
  <a href={createViewUrl("/synchronizers")} title={id}>
    {getSynchronizerAlias(id)}
  </a>
);

/** Short form of an id, with a button to copy the full id. */
export const CopyableShortId = ({ id }: { readonly id: string }) => (
  <span class="id">
    <code title={id}>{shortenId(id)}</code>
    <CopyButton text={id} what="id" />
  </span>
);

interface TemplateNameProps {
  readonly id: string;
  /** True inside another control, where a link is not allowed. */
  readonly isText?: boolean;
}

/** Link to a template in its package. */
export const TemplateLink = ({ id, isText = false }: TemplateNameProps) => {
  const { module, entity, packageId } = splitTypeName(id);
  const title = `${module}:${entity}\n${formatPackageLabel(packageId)} ${packageId}`;
  return isText ? (
    <span class="template" title={title}>
      {entity}
    </span>
  ) : (
    <a
      class="template"
      title={title}
      href={createViewUrl(`/packages/${escapePathSegment(packageId)}`, {
        type: readQualifiedName(id),
      })}
    >
      {entity}
    </a>
  );
};

export const Time = ({ iso }: { readonly iso: string }) => (
  <time class="mono soft" dateTime={iso} title={iso}>
    {formatUtcTime(iso)}
  </time>
);

export const Offset = ({ offset }: { readonly offset: number }) => (
  <span class="mono">{offset.toLocaleString("en-GB")}</span>
);
