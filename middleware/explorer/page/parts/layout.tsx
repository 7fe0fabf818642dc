import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";

interface ViewProps {
  readonly title: string;
  /** Title of the browser's tab; default: the title of the view. */
  readonly tab?: string;
  readonly about?: ComponentChildren;
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
  /** True if the content scrolls itself, as long lists do. */
  readonly isFilling?: boolean;
}

/** Frame of a view: title, actions, content. */
export const ViewFrame = ({
  title,
  about,
  actions,
  children,
  isFilling = false,
  tab = title,
}: ViewProps) => {
  useEffect(() => {
    document.title = `${tab} · Ledger in a box`;
  }, [tab]);
  return (
    <div class={isFilling ? "view filling" : "view"}>
      <header class="view-head">
        <div>
          <h1>{title}</h1>
          {about !== undefined && about !== false && <p class="soft">{about}</p>}
        </div>
        {actions !== undefined && <div class="actions">{actions}</div>}
      </header>
      {children}
    </div>
  );
};

interface CardProps {
  readonly title?: ComponentChildren;
  readonly actions?: ComponentChildren;
  /** False for a card that has only its head. */
  readonly children: ComponentChildren;
  readonly kind?: string;
}

export const Card = ({ title, actions, children, kind = "" }: CardProps) => (
  <section class={`card ${kind}`}>
    {title !== undefined && (
      <header class="card-head">
        <h2>{title}</h2>
        {actions !== undefined && <div class="actions">{actions}</div>}
      </header>
    )}
    {/* A scrolling element must be focusable for keyboard users. */}
    {children !== false && (
      <div class="card-body" tabIndex={kind === "flush" ? 0 : undefined}>
        {children}
      </div>
    )}
  </section>
);

interface FactsProps {
  readonly children: ComponentChildren;
  readonly isInARow?: boolean;
}

export const LabelledValues = ({ children, isInARow = false }: FactsProps) => (
  <dl class={isInARow ? "facts in-a-row" : "facts"}>{children}</dl>
);

export const LabelledValue = ({
  name,
  children,
}: {
  name: string;
  children: ComponentChildren;
}) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

interface TabsProps<Name extends string> {
  readonly label: string;
  readonly tabs: Readonly<Record<Name, string>>;
  readonly chosen: Name;
  readonly choose: (name: Name) => void;
}

/** Row of buttons to choose one of a few values. */
export const SegmentedControl = <Name extends string>({
  label,
  tabs,
  chosen,
  choose,
}: TabsProps<Name>) => (
  <div class="choices" role="group" aria-label={label}>
    {Object.entries<string>(tabs).map(([name, text]) => (
      <button
        key={name}
        type="button"
        aria-pressed={name === chosen}
        onClick={() => choose(name as Name)}
      >
        {text}
      </button>
    ))}
  </div>
);
