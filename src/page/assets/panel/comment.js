// The comment on the move shown, which can be written there.

import { $ } from "../page/dom.js";

export class CommentBox {
  constructor(app) {
    this.app = app;
    /** The node whose comment is shown, and its tree. */
    this.shown = null;
    $("comment").addEventListener("input", () => {
      this.shown.node.setText("C", $("comment").value);
      app.refresh();
    });
    $("comment").addEventListener("blur", () => this.show());
  }

  /** What is being written stays as it is, and at the move where it was begun, whatever the board shows meanwhile. */
  show() {
    const comment = $("comment"), { node, tree } = this.app.state;
    if (document.activeElement === comment && this.shown.tree === tree) return;
    comment.value = node.text("C");
    $("node-name").textContent = node.text("N");
    if (this.shown?.node === node) return;
    this.shown = { node, tree };
    // Where it has been written only just, the box stays where it is.
    $("comment-part").classList.toggle("written", node.has("C") || node.has("N"));
  }
}
