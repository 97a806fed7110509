// SPDX-License-Identifier: MIT
// The search of the site, instead of that of mkdocs: browsers let pages from disk start no workers and fetch no JSON. The index is
// a script here (site.py), and pages that have all words of the query are shown, those with the words in their titles first.
function excerpt(text, word) {
    const at = Math.max(0, text.toLowerCase().indexOf(word) - 80);
    return (at > 0 ? "... " : "") + text.substring(at, at + 240).trim() + " ...";
}

function search(query) {
    const words = query.toLowerCase().split(/\s+/).map((word) => word.replace(/^[("'`]+|[)"'`.,;:?!]+$/g, "")).filter((word) => word);
    if (words.length === 0) return [];
    const points = (entry) => {
        const title = entry.title.toLowerCase(), text = entry.text.toLowerCase();
        if (!words.every((word) => title.includes(word) || text.includes(word))) return 0;
        return 1 + 20 * words.filter((word) => title.includes(word)).length
            + words.reduce((sum, word) => sum + Math.min(text.split(word).length - 1, 10), 0);
    };
    return site_index.docs.map((entry) => [points(entry), entry]).filter(([found]) => found > 0)
        .sort((a, b) => b[0] - a[0]).slice(0, 40)
        .map(([, entry]) => ({place: entry.location, title: entry.title, text: excerpt(entry.text, words[0])}));
}

function show(results, query) {
    const list = document.getElementById("mkdocs-search-results");
    list.replaceChildren(...results.map((result) => {
        const article = document.createElement("article"), head = document.createElement("h3");
        const link = document.createElement("a"), text = document.createElement("p");
        link.href = base_url.replace(/\/?$/, "/") + result.place;
        link.textContent = result.title;
        text.textContent = result.text;
        head.append(link);
        article.append(head, text);
        return article;
    }));
    if (results.length === 0) list.textContent = query ? "No page has all of these words." : "";
}

window.addEventListener("load", () => {
    const input = document.getElementById("mkdocs-search-query");
    if (!input || !document.getElementById("mkdocs-search-results")) return;
    const script = document.createElement("script");
    script.src = base_url.replace(/\/?$/, "/") + "search/search_index.js";
    script.onload = () => {
        input.value = new URLSearchParams(window.location.search).get("q") || input.value;
        const look = () => show(search(input.value), input.value);
        input.addEventListener("keyup", look);
        look();
    };
    document.head.append(script);
});
