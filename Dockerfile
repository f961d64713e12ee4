# Breakeven as an image: small, without root, and nothing written but in /data.
# The bases are named by their tags: a digest has to be looked up where images come from, and none
# could be here. docs/how-to/deploy.md says how to fix them.
FROM python:3.13-slim AS build
WORKDIR /src
COPY requirements.lock requirements-docs.lock ./
# the versions that the tests are run with, each held against its hash
RUN python3 -m venv /opt/breakeven && /opt/breakeven/bin/pip install --no-cache-dir --no-deps --require-hashes -r requirements.lock
COPY pyproject.toml requirements.txt README.md LICENSE NOTICE app.py ./
COPY .streamlit .streamlit
COPY script script
COPY metrics metrics
COPY pages pages
COPY breakeven breakeven
RUN /opt/breakeven/bin/pip install --no-cache-dir --no-deps .
# the documents as a site, where the app looks for them
COPY mkdocs.yml mkdocs.yml
COPY docs docs
RUN /opt/breakeven/bin/pip install --no-cache-dir --no-deps --require-hashes --target /tmp/mkdocs -r requirements-docs.lock && PYTHONPATH=/tmp/mkdocs /opt/breakeven/bin/python -m mkdocs build --strict && mv site "$(cd / && /opt/breakeven/bin/python -c 'from breakeven.data.installation import SHIPPED; print(SHIPPED)')"

FROM python:3.13-slim
# what draws the PDF of a report, and letters for it: Latin, Greek, Cyrillic and Arabic; Chinese,
# Japanese and Korean; Arabic as books have it; Devanagari
RUN apt-get update && apt-get install -y --no-install-recommends libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0 fonts-dejavu-core fonts-wqy-microhei fonts-hosny-amiri fonts-lohit-deva && rm -rf /var/lib/apt/lists/*
RUN useradd --uid 10001 --user-group --no-create-home --home-dir /data breakeven && mkdir /data && chown breakeven:breakeven /data
COPY --from=build /opt/breakeven /opt/breakeven
ENV PATH=/opt/breakeven/bin:/usr/local/bin:/usr/bin:/bin
ENV BREAKEVEN_HOME=/data
ENV XDG_CACHE_HOME=/tmp
ENV PYTHONDONTWRITEBYTECODE=1
ENV STREAMLIT_SERVER_ADDRESS=0.0.0.0
USER breakeven
WORKDIR /data
VOLUME /data
EXPOSE 8501
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s CMD ["python3", "-c", "import os, urllib.request; urllib.request.urlopen('http://127.0.0.1:' + os.environ.get('STREAMLIT_SERVER_PORT', '8501') + '/_stcore/health', timeout=4)"]
CMD ["breakeven", "serve"]
