#!/bin/sh
# Replaces the containers of the servers and workers one by one, while the portal is used: with another image
# (docker compose build), or with what has changed in .env, such as POSTGRES_HOST after a failover.
# Start it in the directory of docker-compose.yml, with as many servers and workers as run already.
set -eu

docker compose run --rm --no-deps migrate

# Workers first: those of before do not know the options of imports that new servers offer.
for service in worker server; do
  old=$(docker compose ps --quiet "$service")
  count=$(echo "$old" | wc -w)
  # The new ones beside the old ones, which stay if a new one does not become healthy.
  if ! docker compose up --detach --no-deps --no-recreate --wait \
    --scale "$service=$((2 * count))" "$service"; then
    for container in $(docker compose ps --all --quiet "$service"); do
      case " $(echo "$old" | tr '\n' ' ') " in
        *" $container "*) ;;
        *) docker rm --force "$container" ;;
      esac
    done
    echo "The new containers of $service are not healthy; the old ones go on." >&2
    exit 1
  fi
  for container in $old; do
    # It stops within the stop_grace_period; nginx needs a moment to notice.
    docker stop "$container"
    docker rm "$container"
    sleep 5
  done
done
