import { Card, ViewFrame } from "../../parts/layout.tsx";

interface KeyboardShortcut {
  readonly keys: readonly string[];
  readonly does: string;
}

const shortcutGroups: readonly (readonly [string, readonly KeyboardShortcut[]])[] = [
  [
    "Everywhere",
    [
      { keys: ["/", "Ctrl-K", "⌘K"], does: "search views, parties, templates, ids and offsets" },
      { keys: ["?"], does: "show this page" },
      { keys: ["Tab", "Shift-Tab"], does: "move to the next or previous link, button or field" },
      { keys: ["Enter"], does: "follow a link, press a button, or open a row" },
      { keys: ["Escape"], does: "close the search, or the suggestions of a field" },
    ],
  ],
  [
    "Lists",
    [
      { keys: ["↑", "↓"], does: "move to the previous or next row" },
      { keys: ["Page Up", "Page Down"], does: "move by one page" },
      { keys: ["Home", "End"], does: "move to the first or last row" },
      { keys: ["Enter"], does: "open the row" },
    ],
  ],
  [
    "Slider “As of”",
    [
      { keys: ["←", "→"], does: "show the ledger one offset earlier or later" },
      { keys: ["Home", "End"], does: "show the first or the latest offset" },
    ],
  ],
  [
    "Fields with suggestions",
    [
      { keys: ["↑", "↓"], does: "choose a suggestion" },
      { keys: ["Enter"], does: "accept it" },
    ],
  ],
];

const Shortcuts = () => (
  <ViewFrame title="Keyboard shortcuts" about="The whole explorer can be used without a mouse.">
    <div class="side-by-side">
      {shortcutGroups.map(([title, shortcuts]) => (
        <Card key={title} kind="flush" title={title}>
          <table class="shortcuts">
            <tbody>
              {shortcuts.map(({ keys, does }) => (
                <tr key={does}>
                  <th scope="row">
                    {keys.map((key) => (
                      <kbd key={key}>{key}</kbd>
                    ))}
                  </th>
                  <td>{does}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Card>
      ))}
    </div>
  </ViewFrame>
);

export default Shortcuts;
