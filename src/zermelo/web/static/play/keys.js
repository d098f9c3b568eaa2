// The keys of the view to play in; where the board has the focus, arrows are the board's.

export function press(play, event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea")) return;
  const {preview} = play;
  const steps = {ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity};
  const actions = {
    a: () => play.toggle("analysing"),
    h: () => play.hint(),
    x: () => play.toggle("quiet"),
    u: () => play.takeBack(),
    n: () => play.begin(play.record.game),
  };
  if (event.key in steps && !event.target.closest(".board")) {
    if (preview) play.look(preview.moves, Math.max(0, Math.min(preview.moves.length, preview.number + steps[event.key])));
    else play.step(steps[event.key]);
  } else if (event.key === "Escape") preview ? play.unlook() : play.board.cancel();
  else if (event.key in actions) actions[event.key]();
  else return;
  event.preventDefault();
}
