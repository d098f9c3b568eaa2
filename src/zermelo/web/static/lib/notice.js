// The one place where the page says that something is wrong.

const place = document.getElementById("problem");

/** Show a problem, or clear it. */
export function tell(problem = "") {
  place.textContent = problem?.message ?? problem;
  place.classList.toggle("hidden", !place.textContent);
}
