"""What a first visit costs on the wire."""

import gzip

# Bytes as gzip -9 has them, every file by itself.
MOST = 40_000


def test_a_first_visit_weighs_no_more_than_a_phone_should_fetch(server, visit):
    page = visit(server, "footer", phone=True)
    answers = []
    page.page.on("response", lambda answer: answers.append(answer))
    page.page.goto("about:blank")
    page.open(server, "main")
    page.page.wait_for_load_state("networkidle")
    # Read anew: a browser keeps no body of an answer that it took from its cache.
    weights = {}
    for answer in answers:
        # What the list holds is not the page's weight.
        if answer.url.startswith(f"{server.url}feeds"):
            continue
        body = page.page.request.get(answer.url).body()
        weights[answer.url] = len(gzip.compress(body, 9))
    assert len(weights) > 10, "what the page consists of was not fetched"
    total = sum(weights.values())
    heaviest = sorted(((size, url) for url, size in weights.items()), reverse=True)[:12]
    assert total <= MOST, (total, len(weights), heaviest)
